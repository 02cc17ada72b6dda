import ArgumentParser
import TerminalKit

@testable import Shared
@testable import TerminalClient
@testable import tickwire
@testable import tickwire_server

extension ProfileError: Explained {
    static var samples: [Self] {
        [
            .unreadable(path: "~/.local/state/tickwire", reason: "Permission denied"),
            .unwritable(path: "~/.local/state/tickwire", reason: "Read-only file system"),
            .unfit(path: "/dev/null", reason: "Not a directory"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .unreadable, .unwritable:
            Meaning(
                "The files of the profile are not yours, or the disk is full.",
                "Fix them, or give another folder."
            )
        case .unfit: Meaning("A file is where the folder should be, or above it.", "Give the path of a folder.")
        }
    }
}

extension DeepLinkFault: Explained {
    static var samples: [Self] {
        [
            .wrongScheme("https://example.com"), .unknownScreen("charts"), .malformedCoin("id:x"),
            .malformedList("%zz"),
            .unknownDestination("news"),
            .unknownParameter("zoom=2"), .unknownInterval("2h"), .tooLong("more"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .wrongScheme, .unknownScreen, .malformedCoin, .malformedList, .unknownDestination, .unknownParameter,
            .unknownInterval,
            .tooLong:
            Meaning("`tickwire open` with a link that leads nowhere.", "Correct the link as the message says.")
        }
    }
}

extension InvitationLinkFault: Explained {
    static var samples: [Self] { [.notAnInvitation, .damaged] }

    var meaning: Meaning {
        switch self {
        case .notAnInvitation:
            Meaning("`tickwire join` with something other than an invitation.", "Give the link that you were sent.")
        case .damaged: Meaning("The link was wrapped or cut off on its way.", "Copy the whole link.")
        }
    }
}

extension UserExportError: Explained {
    static var samples: [Self] {
        [.noExport, .laterFormat("tickwire export 2"), .damaged]
    }

    var meaning: Meaning {
        switch self {
        case .noExport: Meaning("The file is something else.", "Give a file of `tickwire export`.")
        case .laterFormat: Meaning("The file is newer than the program.", "Update `tickwire`.")
        case .damaged: Meaning("The file was changed by hand, or is cut off.", "Export it anew.")
        }
    }
}

/// What commands say that have failed by themselves, and not by the server or the connection.
enum CommandMessages {
    private static func keyChanged(in path: String?) -> KeyChanged {
        KeyChanged(
            error: .keyChanged(expected: .sample, presented: .other),
            server: ServerAddress.sample.first,
            path: path
        )
    }

    private static let notInList = Meaning("The coin is not in the list.", "See what is in it.")

    static let all = [
        Message(
            "\(LinkWithoutLines(link: .settings, command: "tickwire settings"))",
            Meaning(
                "`tickwire --plain` with a link to a screen that has no lines.",
                "Use the command that the message names."
            )
        ),
        Message(
            "\(NotLoggedIn(server: ServerAddress(host: "prices.example.com", port: 7443)))",
            Meaning("No login is kept for this server. The status is 77.", "Run the command that the message names.")
        ),
        Message(
            "\(NotLoggedIn(server: nil))",
            Meaning(
                "The command names no server, and none was opened from here before. The status is 77.",
                "Run one of the commands that the message names."
            )
        ),
        Message(
            "\(keyChanged(in: "~/.local/share/tickwire/known_servers"))",
            Meaning(
                "The server shows another key than the one that you trust. The status is 77.",
                "Ask its owner for the new key before you trust it."
            )
        ),
        Message(
            "\(keyChanged(in: nil))",
            Meaning(
                "The server shows another key than the one that you gave with `--pin`. The status is 77.",
                "Ask its owner for its key."
            )
        ),
        Message(
            "\(InvitedKeyDiffers(server: .sample, expected: .sample, invited: .other))",
            Meaning(
                "`tickwire join` with a link whose key is not the one that you trust. The status is 77.",
                "Ask the server's owner before you trust the link's key."
            )
        ),
        Message(
            "\(InvitedKeyDiffers(server: .sample, expected: nil, invited: .other))",
            Meaning(
                "`tickwire join` at a server where you are logged in, and whose certificate you trust. The status is 77.",
                "Ask the server's owner before you trust the link's key."
            )
        ),
        Message(
            "\(UnknownCoin(text: "NOPE"))",
            Meaning("No coin has this symbol.", "Look for it as the message says.")
        ),
        Message(
            "\(UnknownCoin(text: "id:9"))",
            Meaning("No coin has this number.", "Look for it as the message says.")
        ),
        Message(
            "\(UnknownCoin(text: "id:x"))",
            Meaning("What follows `id:` is not a number.", "Write a number.")
        ),
        Message(
            "\(UnknownCoin(text: ""))",
            Meaning("The coin's name was an empty text, such as an empty variable of a script.", "Name the coin.")
        ),
        Message(
            "\(UnknownAlert(text: "00ff"))",
            Meaning("No alert of yours has this id.", "Take an id from the list that the message names.")
        ),
        Message(
            "\(UnknownDelivery(text: "pager", count: 0))",
            Meaning(
                "No way of delivery of yours has this name or id.",
                "Take a name from the list that the message names."
            )
        ),
        Message(
            "\(UnknownDelivery(text: "phone", count: 2))",
            Meaning("Two terminals have given the same name to two ways.", "Use an id, and remove one of them.")
        ),
        Message(
            "\(AlertCurrencyFault.noRate("XAU"))",
            Meaning("No source of rates has the currency, or none has answered yet.", "Use USD.")
        ),
        Message(
            "\(UnknownCoin(text: "BTX", meant: "BTC"))",
            Meaning("No coin has this symbol, and one has nearly the same.", "Use the one that the message names.")
        ),
        Message(
            "\(AmbiguousCoin("CPT", [.sample(2043, "Cryptaur", 900), .sample(2481, "Contents Protocol", 1300)]))",
            Meaning("Several coins have the symbol.", "Use the number of the one that you mean, as in `id:2043`.")
        ),
        Message(
            "\(UnknownList("Defy", of: .sample))",
            Meaning("You have no list of this name.", "Use one of those that the message names.")
        ),
        Message("\(NotInList("BTC", list: ListID(rawValue: 1), named: "DeFi"))", notInList),
        Message("\(NotInList("BTC", list: .favorites, named: "Favorites"))", notInList),
        Message(
            "\(NoMatch(filter: "zzzzzz"))",
            Meaning(
                "`tickwire prices --filter` with a text that no coin has. JSON is an empty list, and the status is 0.",
                "Give a shorter text."
            )
        ),
        Message(
            "\(NoPrices(cause: "CoinMarketCap needs an API key."))",
            Meaning("The server has just started, or its providers fail.", "Try again, or tell the operator.")
        ),
        Message("\(NoPrices(cause: nil))", Meaning("The server has just started.", "Try again.")),
        Message(
            "\(NoTerminal(error: .notATerminal(descriptor: 0)))",
            Meaning("The input is a file or a pipe.", "Use `--plain`.")
        ),
        Message(
            "\(NoTerminal(error: .notATerminal(descriptor: 1)))",
            Meaning("The output goes to a file or a pipe.", "Use `--plain`.")
        ),
        Message(
            "\(NoTerminal(error: .attributes(code: 5)))",
            Meaning("The system refuses access to the terminal.", "Use `--plain`, or another terminal.")
        ),
        Message(
            "\(UnwritablePicture(path: "/prices.svg", reason: SystemError("Permission denied")))",
            Meaning("The picture's file cannot be written.", "Give another path.")
        ),
    ]
}

extension UserTable {
    /// With a list besides Favorites.
    static var sample: UserTable {
        var table = UserTable()
        guard let name = try? ListName(typed: "DeFi"),
            let create = try? Mutation.create(ListID(rawValue: 7), named: name, of: table)
        else { return table }
        _ = try? table.apply(create, within: RecordRules())
        return table
    }
}

extension Quote {
    fileprivate static func sample(_ coin: UInt32, _ name: String, _ rank: UInt32) -> Quote {
        var table = MarketTable()
        var changes = MarketChanges()
        let instrument = Instrument(coin: CoinID(coin), symbol: "CPT", name: name, kind: .token)
        changes.instruments.append(instrument, row: 0)
        changes.fundamentals.append(Fundamentals(rank: rank, supply: nil), row: 0)
        _ = table.commit(changes, time: MarketTime(milliseconds: 0))
        return table[0]
    }
}
