import Shared
import TestSupport
import Testing

@testable import PushServer

struct AdmissionRuleTests {
    @Test func connectionsAboveTheLimitGetAReasonAndThoseFarAboveItDoNot() {
        var door = Door(all: 20, perAddress: 100)
        let verdicts = (0..<24).map { door.came(from: "host \($0)") }
        #expect(verdicts.prefix(20).allSatisfy { $0 == .welcome })
        #expect(verdicts.suffix(4) == [.refused, .refused, .dropped(.connections), .dropped(.connections)])
        for number in 0..<24 { door.left("host \(number)") }
        expect(.welcome, of: &door, from: "host")
        #expect(door.rule.dropped == [.connections: 2])
    }

    @Test func oneAddressDoesNotTakeTheRoomOfOthers() {
        var door = Door(perAddress: 10)
        for _ in 0..<50 { _ = door.came(from: "one") }
        expect(.dropped(.connectionsOfAddress), of: &door, from: "one")
        expect(.welcome, of: &door, from: "other")
    }

    @Test func allAddressesOfAnIPv6NetworkAreOneHost() {
        var door = Door(perAddress: 10)
        for number in 0..<50 { _ = door.came(from: "2001:db8:1:2::\(number)") }
        expect(.dropped(.connectionsOfAddress), of: &door, from: "2001:db8:1:2:3:4:5:6")
        expect(.welcome, of: &door, from: "2001:db8:2:2::1")
    }

    @Test func allNetworksOfAnIPv6SiteAreFourHosts() {
        var door = Door(perAddress: 10)
        for network in 0..<60 { _ = door.came(from: "2001:db8:1:\(network)::1") }
        expect(.dropped(.connectionsOfAddress), of: &door, from: "2001:db8:1:beef::1")
        expect(.welcome, of: &door, from: "2001:db8:2::1")
    }

    @Test func onlyNewcomersOfTheSameIPv6SiteGiveWay() {
        var door = Door(strangers: 1000, strangersPerAddress: 10)
        expect(.welcome, of: &door, from: "2001:db8:2::1")
        for network in 0..<1000 { expect(.welcome, of: &door, from: "2001:db8:1:\(network)::1") }
        #expect(door.rule.strangers == 41, "four hosts' worth, and the one from elsewhere")
        #expect(door.isThere(0))
        #expect(door.rule.dropped == [.handshakesOfAddress: 960])
    }

    private func expect(
        _ verdict: AdmissionRule.Verdict,
        of door: inout Door,
        from address: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let actual = door.came(from: address)
        #expect(actual == verdict, sourceLocation: location)
    }

    // MARK: Strangers

    /// Once, such connections held all places until their timeout, and nobody else got in.
    @Test func whenPlacesRunOutAConnectionWithoutProofGivesWay() {
        var door = Door(strangers: 100)
        for host in 0..<100 { expect(.welcome, of: &door, from: "host \(host)") }
        expect(.welcome, of: &door, from: "honest")
        #expect(door.rule.strangers == 100)
        #expect((0..<101).count { !door.isThere($0) } == 1)
        #expect(door.isThere(100), "the newcomer itself does not give way")
        #expect(door.rule.dropped == [.handshakes: 1])
    }

    @Test func aFinishedHandshakeOutlastsAnUnfinishedOne() {
        var door = Door(strangers: 100)
        for host in 0..<100 { _ = door.came(from: "host \(host)") }
        for number in 0..<40 { door.rule.proved(.handshake, by: Door.id(number)) }
        for host in 0..<10_000 { expect(.welcome, of: &door, from: "other \(host)") }
        for number in 0..<40 { #expect(door.isThere(number)) }
    }

    /// Otherwise each newcomer would be the only one to choose from, and give way to the next.
    @Test func whenMostHaveFinishedTheHandshakeTheyGiveWayAsWell() {
        var door = Door(strangers: 100)
        for host in 0..<100 {
            _ = door.came(from: "host \(host)")
            door.rule.proved(.handshake, by: Door.id(host))
        }
        var stayed = 0
        for round in 0..<50 {
            let honest = door.next
            expect(.welcome, of: &door, from: "honest \(round)")
            for host in 0..<5 { _ = door.came(from: "other \(round) \(host)") }
            stayed += door.isThere(honest) ? 1 : 0
        }
        #expect(stayed > 40)
    }

    @Test func aConnectionWhoseCredentialsAreBeingCheckedDoesNotGiveWay() {
        var door = Door(strangers: 3)
        for host in 0..<3 {
            _ = door.came(from: "host \(host)")
            door.rule.proved(.handshake, by: Door.id(host))
            door.rule.proved(.hello, by: Door.id(host))
        }
        expect(.dropped(.handshakes), of: &door, from: "late")
        door.rule.welcomed(Door.id(1))
        expect(.welcome, of: &door, from: "late")
    }

    /// The server waits for the goodbye of a client that never sends one. Meanwhile the client must not hold a place.
    @Test func aConnectionThatTheServerIsClosingGivesWayFirst() {
        var door = Door(strangers: 100)
        for host in 0..<100 {
            _ = door.came(from: "host \(host)")
            door.rule.proved(.handshake, by: Door.id(host))
            if host < 60 {
                door.rule.proved(.hello, by: Door.id(host))
                door.rule.closing(Door.id(host))
            }
        }
        for host in 0..<20 { expect(.welcome, of: &door, from: "late \(host)") }
        for number in 60..<100 { #expect(door.isThere(number)) }
        #expect(door.rule.strangers == 100)
    }

    @Test func theClosingOfAClientThatHasSignedInFreesNoPlaceTwice() {
        var door = Door(strangers: 3)
        _ = door.came(from: "host")
        door.rule.welcomed(Door.id(0))
        door.rule.closing(Door.id(0))
        #expect(door.rule.strangers == 0)
        door.left("host")
        #expect(door.rule.isEmpty)
    }

    /// A newcomer above another limit is dropped, or gets a reason only if nobody must give way for that.
    @Test func nobodyGivesWayToANewcomerThatMayNotStay() {
        var ofAddress = Door(perAddress: 10, strangers: 11)
        for _ in 0..<11 { _ = ofAddress.came(from: "one") }
        expect(.dropped(.connectionsOfAddress), of: &ofAddress, from: "one")
        for number in 0..<11 { #expect(ofAddress.isThere(number)) }

        var all = Door(all: 20, strangers: 20)
        for host in 0..<20 { _ = all.came(from: "host \(host)") }
        expect(.dropped(.handshakes), of: &all, from: "late")
        for number in 0..<20 { #expect(all.isThere(number)) }
    }

    /// An office's terminals return together behind one address, while others hold all places.
    @Test func anOfficeSignsInDuringAFlood() {
        var door = Door(all: 100_000, perAddress: 10_000, strangers: 4000, strangersPerAddress: 400)
        for host in 0..<10_000 { _ = door.came(from: "10.0.\(host / 250).\(host % 250)") }
        let first = door.next
        for _ in 0..<30 { expect(.welcome, of: &door, from: "office") }
        #expect((first..<first + 30).count { door.isThere($0) } >= 29)
    }

    /// Chance decides who gives way. Among 4,000, it rarely hits an honest connection before its handshake is done.
    @Test func halfOpenHandshakesFromTenThousandAddressesDoNotKeepOthersOut() {
        var door = Door(all: 100_000, perAddress: 10_000, strangers: 4000, strangersPerAddress: 400)
        for host in 0..<10_000 { _ = door.came(from: "10.0.\(host / 250).\(host % 250)") }
        #expect(door.rule.strangers == 4000)
        var signedIn = 0
        for round in 0..<400 {
            let honest = door.next
            _ = door.came(from: "192.0.2.\(round % 8)")
            // The share of a tenth of a second at 500 a second.
            for host in 0..<50 { _ = door.came(from: "10.1.\(round % 250).\(host)") }
            guard door.isThere(honest) else { continue }
            signedIn += 1
            door.rule.proved(.handshake, by: Door.id(honest))
            door.rule.proved(.hello, by: Door.id(honest))
            door.rule.welcomed(Door.id(honest))
        }
        #expect(signedIn >= 380, "95 %")
    }

    /// Once, a few silent addresses held the room of all strangers.
    @Test(arguments: [1, 4, 10, 30])
    func whileAFewHostsTakeAllTheyCanThereIsRoomForTheNext(hosts: Int) {
        var door = Door(all: 100_000, perAddress: 10_000, strangers: 4000, strangersPerAddress: 400)
        for _ in 0..<20 {
            for host in 0..<hosts {
                for _ in 0..<40 { _ = door.came(from: "host \(host)") }
            }
        }
        #expect(door.rule.strangers > min(hosts * 200, 1999), "that much is used")
        #expect(door.rule.strangers < 4000, "and not all")
        let next = door.next
        for _ in 0..<3 { expect(.welcome, of: &door, from: "somebody else") }
        for host in 0..<hosts { _ = door.came(from: "host \(host)") }
        for number in next..<next + 3 { #expect(door.isThere(number)) }
    }

    @Test func aHostAtItsLimitDisplacesItsOwnStrangers() {
        var door = Door(strangers: 40, strangersPerAddress: 4)
        for host in 1...4 {
            for _ in 0..<100 { expect(.welcome, of: &door, from: "192.0.2.\(host)") }
            #expect(door.rule.strangers == 4 * host)
        }
        expect(.welcome, of: &door, from: "198.51.100.1")
        #expect(door.rule.dropped == [.handshakesOfAddress: 4 * 96])
    }

    @Test func aWelcomedConnectionMakesRoomForTheNextOneOfItsAddress() {
        var door = Door(strangersPerAddress: 1)
        for number in 0..<50 {
            expect(.welcome, of: &door, from: "office")
            door.rule.welcomed(Door.id(number))
        }
        #expect(door.rule.dropped == [:])
        expect(.welcome, of: &door, from: "office")
        for _ in 0...50 { door.left("office") }
        #expect(door.rule.strangers == 0)
        #expect(door.rule.isEmpty, "nothing is kept of who is gone")
    }
}

/// The rule, with connections numbered in order.
private struct Door {
    var rule: AdmissionRule
    private(set) var next = 0
    private var generator = SeededGenerator(seed: 7)
    private var addresses: [Int: String] = [:]
    private var gone: Set<Int> = []

    init(all: Int = 1000, perAddress: Int = 1000, strangers: Int = 1000, strangersPerAddress: Int = 1000) {
        var limits = SessionLimits()
        (limits.connections, limits.connectionsPerAddress) = (all, perAddress)
        (limits.handshakes, limits.handshakesPerAddress) = (strangers, strangersPerAddress)
        rule = AdmissionRule(limits)
    }

    static func id(_ number: Int) -> ConnectionID { ConnectionID(rawValue: UInt64(number)) }

    func isThere(_ number: Int) -> Bool { !gone.contains(number) }

    /// A dropped connection, and one that gives way, is closed at once.
    mutating func came(from address: String) -> AdmissionRule.Verdict {
        let number = next
        next += 1
        let (verdict, victim) = rule.came(Self.id(number), from: HostAddress(address), using: &generator)
        addresses[number] = address
        if let victim {
            gone.insert(Int(victim.rawValue))
            leave(Int(victim.rawValue))
        }
        return verdict
    }

    /// The oldest connection of an address leaves.
    mutating func left(_ address: String) {
        guard let number = addresses.filter({ $0.value == address }).keys.min() else { return }
        leave(number)
    }

    private mutating func leave(_ number: Int) {
        guard let address = addresses.removeValue(forKey: number) else { return }
        rule.left(Self.id(number), from: HostAddress(address))
    }
}
