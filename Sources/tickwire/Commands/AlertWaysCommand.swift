import ArgumentParser
import Shared
import TerminalClient

/// The ways by which alerts reach a user while no terminal is open.
struct AlertWaysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ways",
        abstract: "Print and change the ways by which alerts reach you while no terminal is open.",
        subcommands: [List.self, Add.self, Remove.self],
        defaultSubcommand: List.self
    )

    struct Common: ParsableArguments {
        @Flag(help: "Print secrets, too: access tokens, signing keys, and the paths of webhooks.")
        var showSecrets = false

        @OptionGroup var output: OutputOptions

        @OptionGroup var options: ConnectionOptions

        func validate() throws { try output.check(DeliveryReport.fields) }

        @MainActor
        func report(_ client: HeadlessClient) throws {
            let reports = DeliveryReport.all(of: client.link.user.table, secrets: showSecrets)
            try output.print(reports, text: DeliveryReport.text(of: reports))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print your ways of delivery.")
        @OptionGroup var common: Common

        @MainActor
        func run() async throws { try await Session.run(common.options, market: false) { try common.report($0) } }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a way of delivery. The server posts only to hosts that its operator allows."
        )

        @Argument(help: "Your name for it: 1 to 40 characters.")
        var name: String

        @Option(help: ArgumentHelp("Post to this topic of an ntfy server: https://ntfy.sh/my-topic.", valueName: "url"))
        var ntfy: String?

        @Option(help: ArgumentHelp("Post signed JSON to this address.", valueName: "url"))
        var webhook: String?

        @Flag(
            help: "Read ntfy's access token or the signing key from standard input. (default: no token, or a new key)"
        )
        var secretStdin = false

        @OptionGroup var common: Common

        func validate() throws {
            if (ntfy == nil) == (webhook == nil) { throw ValidationError(.noWayOfDelivery) }
        }

        @MainActor
        func run() async throws {
            try await Session.run(common.options, market: false) { client in
                guard client.link.user.table.deliveries(named: name).isEmpty else {
                    throw ValidationError(.deliveryExists(name))
                }
                let url = ntfy ?? webhook ?? ""
                guard let address = DeliveryAddress(url) else { throw ValidationError(.noDeliveryAddress(url)) }
                let way = DeliveryWay(
                    id: .random(),
                    kind: ntfy == nil ? .webhook : .ntfy,
                    name: name,
                    address: address,
                    secret: try secret()
                )
                if client.link.node.isLocal {
                    throw ValidationError(.privateServerSendsNothing(origin: address.origin))
                }
                try await client.apply { _ in .add(way) }
                try common.report(client)
            }
        }

        private func secret() throws -> String {
            if !secretStdin { return ntfy == nil ? DeliveryWay.newSigningKey() : "" }
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw ValidationError(.noSecret)
            }
            return line
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a way of delivery, with what waits to be delivered by it."
        )
        @Argument(help: "Its name, or its id as 'tickwire alerts ways' prints it.")
        var name: String
        @OptionGroup var common: Common

        @MainActor
        func run() async throws {
            try await Session.run(common.options, market: false) { client in
                let way = try client.way(name)
                try await client.apply { _ in .remove(way.id) }
                try common.report(client)
            }
        }
    }
}

struct AlertTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send one test message by each way of delivery, also in quiet hours.",
        discussion: "Ends with status 1 if one of them does not arrive."
    )
    @Argument(help: "One way's name or id. (default: all)")
    var name: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try output.check(DeliveryTestReport.fields) }

    @MainActor
    func run() async throws {
        try await Session.run(options, market: false) { client in
            let ways = try name.map { [try client.way($0)] } ?? client.link.user.table.deliveries
            if ways.isEmpty { throw NothingToTest() }
            let reports = try await client.test(ways)
            try output.print(reports, text: reports.map(\.text).joined(separator: "\n"))
            if reports.contains(where: { !$0.delivered }) { throw ExitCode.failure }
        }
    }
}

/// The command line is right, but the user has no way of delivery.
private struct NothingToTest: Error, CustomStringConvertible {
    var description: String { EmptyReport.deliveries.description }
}

extension HeadlessClient {
    /// - Throws: `UnknownDelivery`
    fileprivate func way(_ name: String) throws -> DeliveryWay {
        let meant = link.user.table.deliveries(named: name)
        guard meant.count == 1 else { throw UnknownDelivery(text: name, count: meant.count) }
        return meant[0]
    }
}

struct UnknownDelivery: Error, CustomStringConvertible {
    let text: String
    let count: Int

    var description: String {
        count == 0
            ? "there is no way of delivery '\(text.escaped)'; 'tickwire alerts ways' lists them"
            : "\(count) ways of delivery are named '\(text.escaped)'; use the id that 'tickwire alerts ways' prints"
    }
}
