import Testing

@testable import Shared

/// Ways of delivery as records.
struct DeliveryRecordTests {
    private let rules = {
        var rules = RecordRules()
        rules.deliveryOrigins = ["https://ntfy.sh", "http://10.0.0.5:8080"]
        return rules
    }()

    private func way(
        _ url: String,
        _ kind: DeliveryWay.Kind = .ntfy,
        name: String = "phone",
        secret: String = "",
        id: UInt64 = 7
    ) throws -> DeliveryWay {
        let address = try #require(DeliveryAddress(url))
        return DeliveryWay(id: DeliveryID(rawValue: id), kind: kind, name: name, address: address, secret: secret)
    }

    private func refusal(of mutation: Mutation, _ rules: RecordRules) -> String? {
        var table = UserTable()
        do throws(MutationRefusal) {
            try table.apply(mutation, within: rules)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func aWayIsReadBackUnchanged() throws {
        var table = UserTable()
        let webhook = try way("http://10.0.0.5:8080/hook?a=b", .webhook, secret: "0123456789abcdef", id: 8)
        let phone = try way("https://ntfy.sh/topic", secret: "tk_1")
        try table.apply(.add(webhook), within: rules)
        try table.apply(.add(phone), within: rules)
        #expect(table.deliveries == [phone, webhook].sorted { $0.id.rawValue < $1.id.rawValue })
        try table.apply(.test([phone], number: 5), within: rules)
        #expect(table.delivery(phone.id)?.test == 5 && table.delivery(phone.id)?.secret == "tk_1")
    }

    /// A command finds the way by the name that the user has given it.
    @Test func aNameKeepsItsJoiners() throws {
        var table = UserTable()
        let family = try way("https://ntfy.sh/topic", name: "\u{1F469}\u{200D}\u{1F467}")
        try table.apply(.add(family), within: rules)
        #expect(table.deliveries.map(\.name) == [family.name])
    }

    @Test func aForbiddenHostIsRefusedWithTheAllowedOnes() throws {
        let other = try way("https://evil.example/topic")
        #expect(
            refusal(of: .add(other), rules)
                == """
                This server does not send alerts to https://evil.example, but to https://ntfy.sh, http://10.0.0.5:8080; \
                use one of these, or ask its operator to allow https://evil.example.
                """
        )
        #expect(
            refusal(of: .add(other), RecordRules())
                == "This server sends alerts to no other host; ask its operator to allow https://evil.example."
        )
        // The same host by another port or scheme is another origin.
        for url in ["http://ntfy.sh/topic", "https://ntfy.sh:8443/topic", "https://ntfy.sh.evil.example/topic"] {
            #expect(refusal(of: .add(try way(url)), rules)?.hasPrefix("This server does not send") == true)
        }
    }

    @Test func anInvalidWayIsRefusedWithAReason() throws {
        let key = "0123456789abcdef"
        let cases: [(DeliveryWay, String)] = [
            (try way("https://ntfy.sh/topic", name: ""), "no name"),
            (try way("https://ntfy.sh/topic", name: String(repeating: "n", count: 41)), "a name of 41 characters"),
            (try way("https://ntfy.sh/topic", name: "a\nb"), "a name with a control character"),
            (try way("https://ntfy.sh/"), "an ntfy address without a topic"),
            (try way("https://ntfy.sh/a/b"), "an ntfy address without a topic"),
            (try way("https://ntfy.sh/topic", secret: "a\r\nX: y"), "a secret that is not"),
            (try way("https://ntfy.sh/topic", secret: String(repeating: "s", count: 129)), "a secret that is not"),
            (try way("https://ntfy.sh/hook", .webhook, secret: "short"), "a signing key of 5 characters"),
            (try way("https://ntfy.sh/hook", .webhook, secret: key, id: 0), "no number"),
        ]
        for (way, problem) in cases {
            let told = refusal(of: .add(way), rules)
            #expect(told?.hasPrefix("This way of delivery has \(problem)") == true, "\(told ?? "nothing")")
        }
    }

    @Test func aSixthWayIsRefused() throws {
        var table = UserTable()
        for id in 1...5 as ClosedRange<UInt64> {
            try table.apply(.add(try way("https://ntfy.sh/topic", id: id)), within: rules)
        }
        let sixth = Mutation.add(try way("https://ntfy.sh/topic", id: 6))
        #expect(throws: MutationRefusal.tooMany("ways of delivery", limit: 5)) { try table.apply(sixth, within: rules) }
    }

    @Test func reportsForOperatorsHaveNoSecrets() throws {
        let token = try way("https://ntfy.sh/topic", secret: "tk_secret")
        let webhook = try way("https://ntfy.sh/path-that-is-secret", .webhook, secret: "key-that-is-secret")
        for way in [token, webhook] {
            let text = try #require(RecordKind.delivery.readableValue(way.value)?.json)
            #expect(!text.contains("secret\"}") && !text.contains("tk_") && !text.contains("is-secret"), "\(text)")
        }
    }

    @Test(arguments: [
        "ftp://ntfy.sh/a", "ntfy.sh/a", "https://user@ntfy.sh/a", "https://[::1]/a", "https://ntfy.sh:0/a",
        "https://ntfy.sh:99999/a", "https://ntfy.sh:/a", "https://ntfy.sh/a#b", "https://ntfy.sh/ä", "https:///a",
        "https://ntfy.sh/a b", "https://ntfy.sh/" + String(repeating: "a", count: 500), "",
    ])
    func whatIsNoAddressIsNotRead(text: String) { #expect(DeliveryAddress(text) == nil) }

    @Test func anOriginHasOneSpelling() {
        #expect(DeliveryAddress("HTTPS://NTFY.sh:443/Topic")?.text == "https://ntfy.sh/Topic")
        #expect(DeliveryAddress("http://ntfy.sh:80")?.origin == "http://ntfy.sh")
        #expect(DeliveryAddress("http://ntfy.sh:443/a")?.origin == "http://ntfy.sh:443")
        #expect(DeliveryAddress("https://ntfy.sh?a=b")?.text == "https://ntfy.sh/?a=b")
    }

    @Test func theWelcomeListsTheHosts() {
        var limits = SessionLimits()
        limits.records = rules
        #expect(SessionLimits(wire: limits.wire).records.deliveryOrigins == rules.deliveryOrigins)
    }

    @Test func lostMessagesAreShownUntilTheyAreDismissed() throws {
        var table = UserTable()
        let phone = try way("https://ntfy.sh/topic")
        try table.apply(.add(phone), within: rules)
        var state = DeliveryState(delivery: phone.id)
        (state.phase, state.problem) = (.failing, "ntfy.sh answered with status 500")
        (state.lost, state.lostAt) = (2, MarketTime(seconds: 9))
        try table.apply(Mutation([state.update]), within: rules, by: .server)
        #expect(table.state(of: phone.id) == state)
        let line = "Could not deliver 2 alerts to phone: ntfy.sh answered with status 500"
        #expect(table.lostDeliveries.map(\.line) == [line])
        try table.apply(.dismiss(state), within: rules)
        #expect(table.lostDeliveries.isEmpty && table.deliveries == [phone])
    }

    @Test func theStateIsRemovedWithItsWay() throws {
        var table = UserTable()
        let phone = try way("https://ntfy.sh/topic")
        try table.apply(.add(phone), within: rules)
        try table.apply(Mutation([DeliveryState(delivery: phone.id).update]), within: rules, by: .server)
        try table.apply(.remove(phone.id), within: rules)
        #expect(table.state(of: phone.id) == nil && table.records(of: .deliveryState).isEmpty)
    }
}
