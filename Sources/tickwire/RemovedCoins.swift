import Shared
import TerminalClient

/// What a command is about to remove from a list, as the commands that add it again.
struct RemovedCoins: CustomStringConvertible {
    /// Empty if nothing is removed.
    let description: String

    /// - Parameter isDeleted: whether the list itself goes, too.
    @MainActor
    init(from list: ListID, _ client: HeadlessClient, _ options: ConnectionOptions, isDeleted: Bool = false) {
        let user = client.link.user.table
        let coins = user.items(of: list).map { client.argument(for: $0.coin) }.joined(separator: " ")
        let name = (user.name(of: list) ?? "").shellWord
        var commands: [String] = []
        if isDeleted { commands.append("lists create \(name)") }
        if !coins.isEmpty {
            commands.append(list == .favorites ? "favorites add \(coins)" : "lists add \(name) \(coins)")
        }
        let place = [("--server", options.server), ("--profile", options.profile)]
            .compactMap { option, value in value.map { " \(option) \($0.shellWord)" } }.joined()
        description = commands.map { "tickwire \($0)\(place)" }.joined(separator: " && ")
    }

    /// Says how to take it back.
    func tell() { if !description.isEmpty { StandardError.tell(Outcome.removed(takenBackBy: description)) } }
}

extension HeadlessClient {
    /// A coin as an argument: its symbol if that means no other coin, or else its number.
    @MainActor
    fileprivate func argument(for coin: CoinID) -> String {
        let table = link.market.table
        guard let symbol = table.row(of: coin).map({ table.instrument(ofRow: $0).symbol }), symbol.isPlainWord,
            CoinQuery(symbol)?.meant(in: table).map(\.instrument.coin) == [coin]
        else { return coin.description }
        return symbol
    }
}

extension String {
    fileprivate var isPlainWord: Bool {
        !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._/:".contains($0)) }
    }

    /// As one word of a shell's command line.
    fileprivate var shellWord: String { isPlainWord ? self : "'\(replacing(["'": "'\\''"]))'" }
}
