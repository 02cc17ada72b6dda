@testable import Shared
@testable import TerminalClient
@testable import tickwire

extension EmptyReport: Explained {
    static var samples: [Self] {
        [.favorites, .bar, .coins(list: "DeFi"), .holdings, .transactions, .alerts, .deliveries]
    }

    var meaning: Meaning {
        switch self {
        case .favorites: Meaning("No coin is marked.", "`tickwire favorites add` marks one.")
        case .bar:
            Meaning(
                "`tickwire bar` without arguments shows your favorites, and you have none.",
                "What the message says."
            )
        case .coins: Meaning("No coin is in the list.", "`tickwire lists add` adds one.")
        case .holdings, .transactions: Meaning("There is no transaction.", "`tickwire holdings add` adds one.")
        case .alerts: Meaning("There is no alert, and none has fired.", "`tickwire alerts add` adds one.")
        case .deliveries:
            Meaning("No way of delivery is set up, so alerts reach only terminals.", "What the message says.")
        }
    }
}

extension Outcome: Explained {
    static var samples: [Self] {
        let server = ServerAddress.sample
        return [
            .loggedIn(user: "ada", server: server), .loggedOut(server: server), .passwordChanged(signsOutOthers: false),
            .passwordChanged(signsOutOthers: true), .deviceSignedOut(7), .accountRemoved(server: server), .accountKept,
            .keyNotTrusted,
            .leftOut(.hostNotAllowed("https://ntfy.sh", allowed: [])), .leftOutFired(alerts: 1),
            .leftOutFired(alerts: 2), .nothingToAdd(server: server, isWhole: true),
            .nothingToAdd(server: server, isWhole: false), .nothingToMove(isMock: false), .nothingToMove(isMock: true),
            .toAdd(records: "alerts", new: 3, known: 1), .changedMeanwhile, .nothingChanged,
            .added(server: server), .undoUnconfirmed(server: server), .undone(server: server, kept: 0),
            .undone(server: server, kept: 1), .undone(server: server, kept: 2),
            .removed(takenBackBy: "tickwire lists create 'Layer 1' && tickwire lists add 'Layer 1' ETH SOL"),
            .favoritesPass,
            .transactionAdded(TransactionID(rawValue: 0x0f3c_5d6e_7a8b_9c01)),
            .unconfirmed(UnconfirmedChanges(count: 1, server: server, user: "ada", areKept: true)),
            .unconfirmed(UnconfirmedChanges(count: 3, server: server, user: "ada", areKept: true)),
            .unconfirmed(UnconfirmedChanges(count: 1, server: server, user: "ada", areKept: false)),
            .unconfirmed(UnconfirmedChanges(count: 3, server: server, user: "ada", areKept: false)),
            .configIsRight(path: "~/.config/tickwire/config.yaml"),
            .noConfig(path: "~/.config/tickwire/config.yaml"), .waitingForPrices,
            .incomplete(reason: SystemError("No space left on device")),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .loggedIn: "`tickwire login` or `join` has kept a token for later commands."
        case .loggedOut: "`tickwire logout` has revoked the token of this machine."
        case .passwordChanged: "`tickwire password` is done."
        case .deviceSignedOut: "`tickwire devices revoke` is done."
        case .accountRemoved: "`tickwire account delete` is done."
        case .accountKept: "`tickwire account delete`, and no password was typed. The status is 1."
        case .keyNotTrusted:
            Meaning("You did not accept the server's key. The status is 77.", "Ask the operator for the key.")
        case .leftOut:
            Meaning(
                "The server refuses this record, for the reason that follows. It is not among those that would be added.",
                "What the message says."
            )
        case .leftOutFired:
            Meaning(
                "These alerts have done what they were for. They are not among those that would be added.",
                "To be told again, add them at the other server."
            )
        case .nothingToMove(isMock: false):
            Meaning(
                "The private server that `tickwire move-to` reads has no data.",
                "If the data is at the one with the mock market, add `--mock`."
            )
        case .nothingToMove(isMock: true):
            Meaning(
                "The private server with the mock market, which `tickwire move-to --mock` reads, has no data.",
                "If the data is at the one with live prices, leave out `--mock`."
            )
        case .nothingToAdd: "The account already has all that `tickwire move-to` or `import` would add."
        case .toAdd: "What `tickwire move-to` or `import` would add, and what the account has already."
        case .changedMeanwhile:
            Meaning(
                "Another device has changed your data while `tickwire move-to` or `import` waited for your answer.",
                "Look at what would be added now, and answer again."
            )
        case .nothingChanged: "You answered `no`. The status is 1."
        case .added: "`tickwire move-to` or `import` is done."
        case .undoUnconfirmed:
            Meaning("The server has not answered in time. The status is 1.", "Look at your data once it answers.")
        case .undone: "You typed `undo`. The status is 1."
        case .removed:
            Meaning(
                "`tickwire favorites clear`, `lists clear` or `lists delete` is done.",
                "If you did not want that, run what the message names."
            )
        case .favoritesPass:
            Meaning("`tickwire settings set keep-favorites off` is done.", "Open a terminal, or turn the setting on.")
        case .transactionAdded:
            "`tickwire holdings add` is done. `holdings edit` and `remove` take the ID that the message names."
        case .unconfirmed(let changes) where changes.areKept:
            Meaning(
                "You have left the terminal with changes that the server has not confirmed, as without a connection.",
                "Start `tickwire` again when the server can be reached."
            )
        case .unconfirmed:
            Meaning(
                "The same, and this machine could not write them to its disk.",
                "Make the changes again, unless your other terminals show them."
            )
        case .configIsRight: "`tickwire config check` has read the file."
        case .noConfig:
            Meaning("`tickwire config check`, and the file was never made.", "`tickwire config init` makes it.")
        case .waitingForPrices: "`tickwire bar` has not received prices yet."
        case .incomplete:
            Meaning("The output goes to a file, and the disk is full. The status is 1.", "Make room, and try again.")
        }
    }
}

extension WaitingChanges: Explained {
    static var samples: [Self] {
        [(1, false), (2, false), (1, true), (2, true)].map { Self(count: $0, server: .sample, wereSent: $1) }
    }

    var meaning: Meaning {
        wereSent
            ? Meaning(
                "A terminal has sent changes, and the server has not answered, as when it cannot save them.",
                "Keep a terminal open until it no longer says `not saved yet`."
            )
            : Meaning(
                "You have changed something in a terminal without a connection. It is kept on this machine.",
                "Open `tickwire` when the server can be reached."
            )
    }
}

extension ImportOutcome: Explained {
    static var samples: [Self] {
        let counts = Counts(format: "Koinly", new: 12, known: 3, skipped: 1)
        let number = TransactionID(rawValue: 0x0f3c_5d6e_7a8b_9c01)
        return [
            .skipped(line: 7, reason: "money was exchanged for money"),
            .ratesNotKnown(currency: "CHF", AnswerProblem(message: "There is no connection to the server.")),
            .shortfall(line: 4, words: "BTC: \(TransactionShortfall(amount: .one, account: "wallet", day: nil).fact)"),
            .nothingToAdd(counts), .tooMany(counts, fitting: 8), .wouldAdd(counts, isForced: false),
            .wouldAdd(counts, isForced: true), .nothingAdded(counts), .added(counts, import: number),
            .undo(import: number),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .skipped: Meaning("The row is not a transaction, for the reason that follows.", "Correct the row.")
        case .ratesNotKnown: Meaning("Rows in that currency need a rate of their day.", "Give it with `--rate`.")
        case .shortfall:
            Meaning("The row sells or moves more than you held at that time.", "Add what is missing, or use `--force`.")
        case .nothingToAdd: "All transactions of the file are there already."
        case .tooMany: Meaning("Your data would exceed a limit of the server.", "Import fewer rows.")
        case .wouldAdd: Meaning("Without `--yes`, an import only shows what it would do.", "What the message says.")
        case .nothingAdded: "Each row is there already, or was not understood."
        case .added: "The transactions are added. `holdings remove` takes the ID that follows."
        case .undo: "How to take the import back."
        }
    }
}

extension DeliveryTestResult: Explained {
    static var samples: [Self] {
        [.delivered, .removed, .replaced, .failed("ntfy.sh answered with status 403")]
    }

    var words: String { words(of: "phone") }

    var meaning: Meaning {
        switch self {
        case .delivered: "The host has accepted the test message."
        case .removed: "Another terminal has removed the way of delivery during the test. The status is 1."
        case .replaced:
            Meaning("Another terminal tests the same way of delivery. The status is 1.", "Look there, or try again.")
        case .failed: Meaning("The host has not accepted the test message. The status is 1.", "Fix what it names.")
        }
    }
}

extension PlainLine: Explained {
    static var samples: [Self] {
        [
            .zone("UTC"), .connecting, .connected, .mockMarket, .offline(reason: "The connection was lost."),
            .stopped(reason: "This terminal is signed out; log in again."),
            .silent(subject: "prices", since: "14:05:20", cause: "Huobi did not answer in time."),
            .silent(subject: "listing", since: nil, cause: "CoinMarketCap needs an API key."),
            .lists(["DeFi (4)", "Old coins (1)"]), .lists([]), .noSuchList(UnknownList("Defy", of: .sample)),
            .coins(["BTC", "ETH"], list: "favorites"), .nothing(.favorites),
            .settings("candles from Huobi, coins only off"), .currency(.noRate(currency: "EUR")),
            .currency(.oldRates(currency: "EUR", day: "2026-11-02")), .transactions(["BTC (3)"]),
            .alerts(["BTC at or above 66,000"]), .alert(AlertEvent.sample.line("BTC", in: "USD")),
            .firedBefore(count: 1), .firedBefore(count: 2), .delisted("LUNA Terra"), .noPrice("UNI Uniswap"),
            .price("64,123.50", of: "BTC Bitcoin", source: "Huobi", old: nil, change: "up 1.20% in 24 h"),
            .price("64,123.50", of: "BTC Bitcoin", source: "Huobi", old: "14:05:20", change: nil),
            .price("64,123.50", of: "BTC Bitcoin", source: "Huobi", old: "", change: nil),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .zone: "This is the first line. Each line begins with a time in this zone."
        case .connecting: "The terminal connects."
        case .connected: "There is a connection. Prices follow."
        case .mockMarket: "The server runs its mock market, so these are not the prices of any exchange."
        case .offline: "There is no connection, for the reason that follows. The terminal tries again by itself."
        case .stopped: Meaning("Trying again would not help, for the reason that follows.", "What the message says.")
        case .silent: "The source sends nothing at the moment, for the reason that follows."
        case .lists: "Your own lists, each with the number of its coins, at the start and after each change."
        case .noSuchList: Meaning("The link names a list that you do not have.", "Use one of those in the message.")
        case .coins: "The coins of the printed list, at the start and after each change."
        case .nothing: "The list has no more coins, or there are no more holdings or alerts."
        case .settings: "Another terminal has changed a setting."
        case .currency(let words): words.meaning
        case .transactions: "Coins with transactions, each with the number of these, after each change."
        case .alerts: "Your alerts, at the start and after each change."
        case .alert: "An alert fires, or could not be delivered."
        case .firedBefore: Meaning("Alerts have fired before the start.", "What the message says.")
        case .delisted: "The server's market no longer lists the coin."
        case .noPrice: "No source has sent a price of the coin."
        case .price:
            "The price or its source has changed. An old price has the time at which it came, if that is known."
        }
    }
}

extension WatchLine: Explained {
    static var samples: [Self] {
        [
            .snapshot(coins: 1200, sequence: 52_817), .favorites(["BTC", "ETH"], settings: "coins only off"),
            .favorites([], settings: "coins only off"), .alert(AlertEvent.sample.line("BTC", in: nil)),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .snapshot: "The server has sent the whole market. Its changes follow, one in each line."
        case .favorites: "The favorites and the settings, after the first snapshot and after each change."
        case .alert: "An alert fires, or could not be delivered."
        }
    }
}

extension CacheNote: Explained {
    static var samples: [Self] {
        let errors: [ReplicaCacheError] = [
            .unreadable(reason: "Permission denied"), .otherFormat, .wrongChecksum, .tooShort, .noMarket,
            .malformed(reason: "a frame of 99000000 bytes came; at most 1048576 are accepted"),
        ]
        let path = "~/.cache/tickwire/0f3c.cache"
        return errors.map { Self.discarded(path: path, $0) } + [
            .tooLarge(path: path, bytes: 9_000_000), .notWritten(path: path, reason: "No space left on device"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .discarded(_, .otherFormat): "Another version wrote the file. A new one takes its place."
        case .discarded(_, .wrongChecksum), .discarded(_, .tooShort), .discarded(_, .malformed),
            .discarded(_, .noMarket):
            "A power cut or the disk has damaged the file. A new one takes its place."
        case .discarded(_, .unreadable), .notWritten:
            Meaning(
                "The file is not yours, or the disk is full.",
                "Fix it. Without it, prices wait for the connection."
            )
        case .tooLarge: "The market is larger than a cache may be. Prices wait for the connection."
        }
    }
}
