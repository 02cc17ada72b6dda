import ArgumentParser
import Shared
import TerminalClient

struct ListsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "Print and change your lists of coins, which all your terminals share.",
        discussion: "Name lists in any case. Favorites is the first list and always exists.",
        subcommands: [
            Print.self, Show.self, Create.self, Rename.self, Delete.self, Add.self, Remove.self, Clear.self, Move.self,
        ],
        defaultSubcommand: Print.self
    )

    struct Print: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "print",
            abstract: "Print your lists, in your order."
        )
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws { try await Session.run(common.options) { try common.report($0) } }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print the coins of a list, in your order."
        )
        @Argument(help: "The list.") var name: String
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { try common.report(try $0.list(name), $0) }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Make a list, after the others."
        )
        @Argument(help: "The name: 1 to 40 characters.") var name: String
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                var random = SystemRandomNumberGenerator()
                let name = try ListName(typed: name)
                let list = ListID.random(using: &random)
                let mutation = try Mutation.create(list, named: name, of: client.link.user.table)
                try await client.apply { _ in mutation }
                try common.report(client)
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a list another name.")
        @Argument(help: "The list.") var name: String
        @Argument(help: "Its new name: 1 to 40 characters.") var newName: String
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let list = try client.ownList(name, may: .rename)
                let mutation = try Mutation.rename(list, to: ListName(typed: newName), of: client.link.user.table)
                try await client.apply { _ in mutation }
                try client.checkStillThere(list, name)
                try common.report(client)
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a list with all of its coins."
        )
        @Argument(help: "The list.") var name: String
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let list = try client.ownList(name, may: .delete)
                let removed = RemovedCoins(from: list, client, common.options, isDeleted: true)
                try await client.apply { _ in .delete(list) }
                removed.tell()
                try common.report(client)
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add coins to the end of a list.")
        @Argument(help: "The list.") var name: String
        @Argument(help: "Symbols that one coin has, or id:N.") var coins: [String]
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let list = try client.list(name)
                let coins = try coins.map { try client.newMember($0) }
                try await client.apply { .add(coins, to: list, of: $0) }
                try common.report(list, client)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove coins from a list.")
        @Argument(help: "The list.") var name: String
        @Argument(help: "Symbols, or id:N.") var coins: [String]
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let list = try client.list(name)
                let coins = try coins.map { try client.member($0, of: list) }
                try await client.apply { _ in .remove(coins, from: list) }
                try client.checkStillThere(list, name)
                try common.report(list, client)
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Remove all coins from a list."
        )
        @Argument(help: "The list.") var name: String
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let list = try client.list(name)
                let removed = RemovedCoins(from: list, client, common.options)
                try await client.apply { .removeAll(from: list, of: $0) }
                try client.checkStillThere(list, name)
                removed.tell()
                try common.report(list, client)
            }
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move a list among the others, or a coin within a list."
        )
        @Argument(help: "The list.") var name: String
        @Argument(help: "The new place: 1 is the first after Favorites, or the first in the list.") var place: Int
        @Option(help: ArgumentHelp("Move this coin within the list, instead of the list.", valueName: "coin"))
        var coin: String?
        @OptionGroup var common: ListOptions

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let table = client.link.user.table
                if let coin {
                    let list = try client.list(name)
                    let member = try client.member(coin, of: list)
                    try check(table.items(of: list).count)
                    try await client.apply { .move(member, to: place - 1, in: list, of: $0) }
                    try client.checkStillThere(list, name)
                    try common.report(list, client)
                } else {
                    let list = try client.ownList(name, may: .move)
                    try check(table.lists.count)
                    try await client.apply { .move(list, to: place - 1, of: $0) }
                    try client.checkStillThere(list, name)
                    try common.report(client)
                }
            }
        }

        private func check(_ count: Int) throws {
            guard place >= 1, place <= count else { throw ValidationError(.placeOutOfRange(place, count: count)) }
        }
    }
}

/// The options and the output that all subcommands share.
struct ListOptions: ParsableArguments {
    @OptionGroup var output: OutputOptions

    @OptionGroup var ages: AgeOptions
    @OptionGroup var options: ConnectionOptions

    /// The subcommands print lists, or the coins of one.
    func validate() throws { try output.check(ListReport.fields + FavoriteReport.fields) }

    /// Prints all lists. Text has no prices, and every other format has those of each list's coins.
    @MainActor
    func report(_ client: HeadlessClient) throws {
        let (user, table, now) = (client.link.user.table, client.link.market.table, client.link.serverTime)
        let money = client.link.money
        let reports = ListReport.all(of: user, in: table, at: now, money: money)
        if !output.isText, reports.contains(where: { !$0.coins.isEmpty }) {
            client.warnOfMockMarket()
            client.warnOfRates(money)
        }
        try output.print(reports, text: ListReport.text(of: reports))
        if output.isText { return }
        let coins = Set(user.allItems.values.joined().map(\.coin))
        try ages.check(table, coins.sorted().compactMap { table.row(of: $0) }.map { table[$0] }, at: now)
    }

    /// Prints the coins of one list.
    @MainActor
    func report(_ list: ListID, _ client: HeadlessClient) throws {
        let (user, table, now) = (client.link.user.table, client.link.market.table, client.link.serverTime)
        let money = client.link.money
        let report = ListReport(list, of: user, in: table, at: now, money: money)
        let quotes = user.items(of: list).compactMap { table.row(of: $0.coin) }.map { table[$0] }
        if !report.coins.isEmpty {
            client.warnOfMockMarket()
            client.warnOfRates(money)
        }
        if output.isText { AgeOptions.warn(table, quotes, at: now) }
        let name = user.name(of: list) ?? ""
        try output.print(
            report.coins,
            document: report,
            text: report.coins.isEmpty
                ? EmptyReport.coins(list: name).description
                : PriceTable.text(of: quotes, in: table, at: now, money: money)
        )
        try ages.check(table, quotes, at: now)
    }
}

extension HeadlessClient {
    /// - Throws: `UnknownList`
    @MainActor
    fileprivate func list(_ name: String) throws -> ListID {
        guard let list = link.user.table.list(named: name) else { throw UnknownList(name, of: link.user.table) }
        return list
    }

    /// Another terminal may have deleted the list before the change reached the server.
    /// - Throws: `UnknownList`
    @MainActor
    fileprivate func checkStillThere(_ list: ListID, _ name: String) throws {
        if link.user.table.name(of: list) == nil { throw UnknownList(name, of: link.user.table) }
    }

    /// Finds a list that the user has made.
    /// - Throws: `UnknownList`, `FixedList`
    @MainActor
    fileprivate func ownList(_ name: String, may change: FixedList) throws -> ListID {
        let list = try list(name)
        if list == .favorites { throw change }
        return list
    }
}
