import ArgumentParser
import Shared
import TerminalClient

struct FavoritesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorites",
        abstract: "Print and change the favorites that all your terminals share.",
        subcommands: [List.self, Add.self, Remove.self, Clear.self],
        defaultSubcommand: List.self
    )

    /// The options and the output that all subcommands share.
    struct Common: ParsableArguments {
        @OptionGroup var output: OutputOptions

        @OptionGroup var ages: AgeOptions
        @OptionGroup var options: ConnectionOptions

        func validate() throws { try output.check(FavoriteReport.fields) }

        @MainActor
        func report(_ client: HeadlessClient) throws {
            let table = client.link.market.table
            let favorites = client.link.user.favorites
            let now = client.link.serverTime
            let money = client.link.money
            let quotes = favorites.compactMap { table.row(of: $0.coin) }.map { table[$0] }
            if !favorites.isEmpty {
                client.warnOfMockMarket()
                client.warnOfRates(money)
            }
            if output.isText { AgeOptions.warn(table, quotes, at: now) }
            try output.print(
                favorites.map { FavoriteReport($0, in: table, at: now, money: money) },
                text: favorites.isEmpty
                    ? EmptyReport.favorites.description : PriceTable.text(of: quotes, in: table, at: now, money: money)
            )
            try ages.check(table, quotes, at: now)
        }

        /// Makes one change of the favorites and prints them.
        @MainActor
        func change(_ mutation: (HeadlessClient) throws -> Mutation) async throws {
            try await Session.run(options) { client in
                let mutation = try mutation(client)
                try await client.apply { _ in mutation }
                try report(client)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print the favorites in your order."
        )
        @OptionGroup var common: Common

        @MainActor
        func run() async throws { try await Session.run(common.options) { try common.report($0) } }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add coins at the end.")
        @Argument(help: "Symbols that one coin has, or id:N.")
        var coins: [String]
        @OptionGroup var common: Common

        @MainActor
        func run() async throws {
            try await common.change { client in
                .add(try coins.map { try client.newMember($0) }, of: client.link.user.table)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove coins.")
        @Argument(help: "Symbols, or id:N.")
        var coins: [String]
        @OptionGroup var common: Common

        @MainActor
        func run() async throws {
            try await common.change { client in .remove(try coins.map { try client.member($0, of: .favorites) }) }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "clear", abstract: "Remove all favorites.")
        @OptionGroup var common: Common

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let removed = RemovedCoins(from: .favorites, client, common.options)
                try await client.apply { .removeAll(of: $0) }
                removed.tell()
                try common.report(client)
            }
        }
    }
}
