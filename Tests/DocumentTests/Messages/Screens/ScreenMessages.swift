import Shared

@testable import PushServer
@testable import TerminalClient

extension StatusWords: Explained {
    static var samples: [Self] {
        [
            .connecting, .live, .mockMarket, .connected, .loading, .nothingComes, .waiting(seconds: 5), .stopped,
            .notSaved(count: 2), .offline, .oldPrices, .noRate(currency: "EUR"),
            .oldRates(currency: "EUR", day: "2026-11-02"),
            .age("40 s"), .awaited(subject: "prices", age: nil, source: "Huobi", cause: ""),
            .awaited(subject: "prices", age: "2 min", source: "Huobi", cause: "Huobi did not answer in time."),
            .otherSource("Binance", cause: "Huobi did not answer in time.", nextTry: "10 s"),
            .old(subject: "listing", age: nil, cause: "CoinMarketCap needs an API key.", nextTry: nil),
            .old(subject: "prices", age: "75 s", cause: "Huobi did not answer in time.", nextTry: "4 s"),
        ]
    }

    var words: String { text }

    var meaning: Meaning {
        switch self {
        case .connecting: "The terminal connects, or waits for the server's first answer."
        case .live: "Prices come as they change."
        case .mockMarket:
            Meaning(
                "The server makes all prices up, for trying it out. This stands in place of \"live\".",
                "For real prices, the server's operator gives it `--market live`, or you open `tickwire local` without `--mock`."
            )
        case .connected: "There is a connection, but no prices come from the server's providers. The reason follows."
        case .loading: "The connection is there, and the prices are on their way."
        case .nothingComes:
            Meaning("No price has come for some seconds, though the connection still stands.", "Wait, or press `r`.")
        case .waiting: Meaning("There is no connection. The reason follows.", "Wait, or press `r` to try now.")
        case .stopped: Meaning("Trying again would not help.", "See the screen that opens.")
        case .notSaved: "Changes that the server has not confirmed. They are kept on this machine until then."
        case .offline: "The same as \"offline, next try\", where there is little room."
        case .oldPrices: "Prices are older than they should be, where there is little room."
        case .noRate:
            Meaning(
                "The server has no rate for the currency of your settings.",
                "Wait for it, or choose another currency in Settings."
            )
        case .oldRates:
            Meaning(
                "The source of exchange rates has sent none for a week. Prices are converted at the rates of that day.",
                "If it lasts, tell the server's operator."
            )
        case .age: "There is no live connection. The message says how old the prices are."
        case .awaited: "The server has started and waits for this provider."
        case .otherSource: "The preferred exchange is silent, and another one has taken its place. Prices are live."
        case .old(_, _, _, nil):
            Meaning("The provider sends no data.", "If the cause names something to do, tell the server's operator.")
        case .old: "The provider sends no data at the moment. The server tries again by itself."
        }
    }
}

extension Problem: Explained {
    static var samples: [Self] {
        [
            .refused("You can have at most 500 favorites; remove one first."),
            .changeTooLarge(bytes: 9000, limit: 8192),
            .changesLost(2), .changesInDoubt(2), .changeNotSaved(reason: unwritable("state/tickwire/pending/0f3c")),
            .changeNotStored(reason: SaveFailure.diskIsFull.words(folder: "~/.local/share/tickwire/local")),
            .changeNotStored(reason: SaveFailure.diskIsFull.words(folder: nil)),
            .changeNotStored(reason: SaveFailure.another.words(folder: nil)),
            .changesUnread(reason: unreadable("state/tickwire/pending/0f3c")),
            .changesSetAside(path: "~/.local/state/tickwire/pending/0f3c.old"),
            .changesUnreadable(reason: unwritable("state/tickwire/pending/0f3c.old")),
            .settingNotSaved(reason: "~/.config/tickwire/config.yaml: cannot be written: Permission denied"),
            .loginNotSaved(reason: unwritable("share/tickwire/token-prices.example.com-7443")),
            .linkNotOpened(address: "https://bitcoin.org/", reason: "xdg-open ended with status 3"),
            .devicesNotListed(reason: "The server cannot use its accounts at the moment; try again."),
            .notSignedOut(device: "phone", reason: "Too many requests at once; try again."),
            .signOutLost(device: "phone"),
            .signOutInDoubt(device: "phone"),
        ]
    }

    private static func unreadable(_ file: String) -> String {
        "\(ProfileError.unreadable(path: "~/.local/\(file)", reason: "Input/output error"))"
    }

    private static func unwritable(_ file: String) -> String {
        "\(ProfileError.unwritable(path: "~/.local/\(file)", reason: "No space left on device"))"
    }

    var meaning: Meaning {
        switch self {
        case .refused: Meaning("The change breaks a rule. The next table has them all.", "What the message says.")
        case .changeTooLarge:
            Meaning("The server's operator has lowered a limit while the change waited.", "Make it again in parts.")
        case .changesLost:
            Meaning("A backup is older than these changes, or the account is new.", "Check favorites and settings.")
        case .changesInDoubt:
            Meaning(
                "The server forgets terminals that stay away for long.",
                "Check favorites and settings, and make what is missing again."
            )
        case .changeNotSaved:
            Meaning(
                "The file of waiting changes cannot be written.",
                "Stay connected until nothing waits, and fix the cause."
            )
        case .changeNotStored:
            Meaning(
                "The server's disk is full, or its database is locked. Prices go on, and the change waits in the terminal.",
                "What the message says. The message goes when the change is saved."
            )
        case .changesUnread:
            Meaning(
                "The system cannot read a file of waiting changes, for the reason in the message.",
                "Fix the cause, and open the terminal again."
            )
        case .changesSetAside:
            Meaning("An earlier version wrote the file, or the disk damaged it.", "Make missing changes again.")
        case .changesUnreadable:
            Meaning("The same, in a folder that cannot be written.", "Fix the folder, and make missing changes again.")
        case .settingNotSaved:
            Meaning("`config.yaml` cannot be written.", "Fix the cause, and choose the setting again.")
        case .loginNotSaved:
            Meaning("The login cannot be written to this machine.", "Fix the cause, or log in again next time.")
        case .linkNotOpened: Meaning("The browser was started and failed.", "Press `y` to copy the address.")
        case .devicesNotListed: Meaning("The server did not send the list of devices.", "Press `r` to ask again.")
        case .notSignedOut: Meaning("The server refused to sign the device out.", "Try again.")
        case .signOutLost: Meaning("The request did not reach the server.", "Sign the device out again.")
        case .signOutInDoubt:
            Meaning("The request was sent, and the answer did not come.", "Look at the list once you are connected.")
        }
    }
}

extension Notice: Explained {
    static var samples: [Self] {
        [
            .copied("64123.50"), .nothingToCopy, .opening(WebAddress("https://bitcoin.org/")!), .noBrowser(copy: "y"),
            .notInPrices("NOPE"), .notInFavorites("SOL"), .notInList("SOL", list: "DeFi"), .removed("BTC", undo: "z"),
            .saved("bought 0.5 BTC", undo: "z"),
            .undone(UndoWords(outcome: .nothing)), .wouldUndo(UndoWords(outcome: .added("BTC")), again: "z"),
            .sectionsOff(show: "e"), .noSectionsInFilter(clear: "Esc"), .noOtherSection,
            .notInOwnOrder(key: "a"), .noFavoritesToMove,
            .nothingToRemove(list: "DeFi"), .listGone("DeFi"), .noSuchList(UnknownList("Defy", of: .sample)),
            .added("BTC", to: "DeFi", undo: "z"), .deleted(list: "DeFi", undo: "z"), .signedOut("phone"), .alertGone,
            .alertChanged, .alertMoved("at or above 66,000", undo: "z"), .noAlertLine(symbol: "BTC", key: "A"),
            .alertsNotCompared, .candlesFrom("Binance", undo: "z"),
            .noOtherSource(symbol: "BTC"),
            .scale(.linear), .scale(.log), .scale(.percent), .percentAlready,
            .partNotCompared(.simple, remove: "d"), .noRoom(for: .strength),
            .comparesMost(remove: "d"),
            .nothingCompared, .comparisonRemoved("ETH"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .copied: "`y` or `Y`."
        case .nothingToCopy: Meaning("`y`, where no coin or link is selected.", "Select one.")
        case .opening: "A link was handed to the browser."
        case .noBrowser: Meaning("There is no screen for a browser, or no `xdg-open`.", "Copy the address.")
        case .notInPrices:
            Meaning(
                "A link names a coin that the server does not list, or that the settings hide.",
                "Check the link, or \"Coins only\" in Settings."
            )
        case .notInFavorites: Meaning("A link names a coin that is not in Favorites.", "Add it, or open it in Prices.")
        case .notInList: Meaning("A link names a coin that is not in the list.", "Add it, or open it in Prices.")
        case .sectionsOff: Meaning("`}` or `{` in Prices, which is one list.", "Press `e` for sections.")
        case .noSectionsInFilter: Meaning("`}` or `{` in a filtered list.", "Press `Esc` to clear the filter.")
        case .noOtherSection:
            Meaning(
                "`}` or `{` in Prices, which has coins or tokens, but not both.",
                "Check \"Coins only\" in Settings."
            )
        case .nothingToRemove: "`X`, while the list has no coin."
        case .listGone:
            Meaning("The list that was shown is gone; Favorites takes its place.", "Choose another with `L`.")
        case .noSuchList: Meaning("A link names a list that you do not have.", "Choose one with `L`.")
        case .added: Meaning("`F`: the coin is in the list, on all of your terminals.", "`z` takes it out again.")
        case .deleted: Meaning("The list and its coins are gone on all of your terminals.", "`z` brings them back.")
        case .removed:
            Meaning("A coin was removed from a list, here and on your other terminals.", "`z` brings it back.")
        case .saved: Meaning("`Enter` in the form of a transaction.", "`z` takes it back.")
        case .undone(let words): words.meaning
        case .wouldUndo: Meaning("`z`: your latest change is older than 10 s.", "Press `z` again to take it back.")
        case .notInOwnOrder: Meaning("`J` or `K`, while the list is sorted or filtered.", "What the message says.")
        case .noFavoritesToMove: Meaning("`J` or `K`, while the list has no coin.", "Mark coins in Prices first.")
        case .signedOut: "The server has signed the device out."
        case .alertGone: Meaning("The line of an alert that is gone was moved on a chart.", "Make a new alert.")
        case .alertChanged:
            Meaning(
                "While the line of an alert was moved on a chart, another terminal changed the alert, or the currency.",
                "Move the line from where it is now."
            )
        case .alertMoved: Meaning("The line of an alert was moved on a chart.", "`z` moves it back.")
        case .noAlertLine: Meaning("`n` in a chart, where no alert waits for a price.", "Make one with `A`.")
        case .alertsNotCompared: Meaning("`n` in a chart that compares coins.", "Remove the compared coins with `d`.")
        case .candlesFrom: Meaning("`t` or `T` in a chart: it holds for all of your terminals.", "`z` takes it back.")
        case .noOtherSource: "`t` in a chart, where no other source lists the coin."
        case .scale: "`L` or `%` in a chart."
        case .percentAlready: "`%` in a chart that compares coins."
        case .partNotCompared:
            Meaning("`m`, `e` or `x` in a chart that compares coins.", "Remove the compared coins with `d`.")
        case .noRoom:
            Meaning("The part was switched on, and the window is too short to show it.", "Make the window taller.")
        case .comparesMost: Meaning("`a` in a chart that compares four coins.", "Remove one first.")
        case .nothingCompared: "`d` in a chart that compares nothing."
        case .comparisonRemoved: "`d` in a chart that compares coins."
        }
    }
}

extension UndoWords: Explained {
    static var samples: [Self] {
        let outcomes: [Outcome] = [
            .refused, .changedSince, .setting(title: "Coins only", value: "off"), .removed("BTC"),
            .added("BTC"), .moved("BTC"),
            .removedFrom("BTC", list: "DeFi"), .addedTo("BTC", list: "DeFi"), .listGone("DeFi"), .listBack("DeFi"),
            .listRenamed("DeFi"), .listMoved("DeFi"), .removedSome(3), .addedSome(3), .movedSome(3), .changes(2),
            .records(.back, kind: "alert", count: 1), .records(.gone, kind: "transactions", count: 3),
            .records(.changed, kind: "alert", count: 1), .mixed(["2 alerts", "1 transaction"]),
        ]
        return outcomes.map { UndoWords(outcome: $0) } + [UndoWords(outcome: .addedSome(3), leftAlone: 1)]
    }

    var words: String { text }

    var meaning: Meaning {
        if leftAlone > 0 { return "Another terminal has changed some of it since then, and those changes stay." }
        return switch outcome {
        case .nothing: "`z`: this terminal has changed nothing, or all of it is undone."
        case .refused: Meaning("`z`: the undo would break a rule. A problem says which.", "What the problem says.")
        case .changedSince: "`z`: another terminal has changed it since then, and that change stays."
        case .setting: "`z` after a setting was changed."
        case .removed, .removedSome: "`z` after favorites were added."
        case .added, .addedSome: "`z` after favorites were removed."
        case .moved, .movedSome: "`z` after coins were moved."
        case .removedFrom: "`z` after a coin was added to a list."
        case .addedTo: "`z` after a coin was removed from a list."
        case .listGone: "`z` after a list was made."
        case .listBack: "`z` after a list was deleted."
        case .listRenamed: "`z` after a list was renamed."
        case .listMoved: "`z` after a list was moved."
        case .records(.back, _, _): "`z` after such a record was removed."
        case .records(.gone, _, _): "`z` after such a record was added, by an import for example."
        case .records(.changed, _, _): "`z` after such a record was changed."
        case .mixed: "`z` after a change of records of several kinds."
        case .changes: "`z` after a change that this version does not know."
        }
    }
}

extension Absence: Explained {
    static var samples: [Self] {
        [
            .serverHasNoPrices(causes: ["CoinMarketCap did not answer in time."]),
            .pricesConnecting(server: "prices.example.com:7443"), .pricesLoading,
            .pricesOffline(reason: "The connection was lost."),
            .noMatch(filter: "qq", clear: "Esc"), .noMatch(filter: "usdt", clear: "Esc", hidesTokens: true),
            .favoritesLoading, .favoritesOffline, .noFavorites(mark: "Space"),
            .listEmpty(name: "DeFi", add: "F"), .notOnServer,
            .candlesLoading(source: "Huobi"), .noCandles(source: "Huobi", symbol: "BTC", .hour), .chartConnecting,
            .chartOffline,
            .coinGone(symbol: "LUNA"), .notListed(source: "Huobi", symbol: "XMR", isElsewhere: false),
            .sourceNeedsKey("CryptoCompare needs an API key."), .sourceUnavailable("Huobi did not answer in time."),
            .otherSource("Binance"), .tooSmallForChart,
        ]
    }

    var meaning: Meaning {
        switch self {
        case .serverHasNoPrices: "The server has just started, or providers do not answer it."
        case .pricesConnecting: "The terminal connects for the first time."
        case .pricesLoading, .favoritesLoading, .candlesLoading: .onItsWay
        case .pricesOffline, .favoritesOffline, .chartOffline: .offline
        case .noMatch(_, _, hidesTokens: true):
            Meaning("The setting \"Coins only\" leaves tokens out.", "Switch it off in Settings, or press `Esc`.")
        case .noMatch: Meaning("No coin has this text in its name or symbol.", "Change the text, or press `Esc`.")
        case .listEmpty: Meaning("No coin is in the list.", "Add one with `F`.")
        case .noFavorites: Meaning("No coin is marked.", "Mark one in Prices.")
        case .noCandles:
            Meaning("The source has the coin, but no candles of this interval.", "Choose another interval or source.")
        case .chartConnecting: "The terminal connects."
        case .coinGone: "The coin is no longer in the server's listing."
        case .notListed:
            Meaning(
                "The chosen source does not trade the coin.",
                "If another source has it, `t` switches to that source."
            )
        case .sourceNeedsKey:
            Meaning("The operator has not given the server a key for this source.", "Press `t`, or ask the operator.")
        case .sourceUnavailable: Meaning("The source does not answer at the moment.", "Wait, or press `t`.")
        case .otherSource: Meaning("Another source has the coin. The key `t` stands in front.", "Press the key.")
        case .tooSmallForChart: Meaning("The window has no room for candles.", "Make the window larger.")
        case .notOnServer:
            Meaning(
                "A list has a coin that this server's market does not have.",
                "Remove it, or leave it for another server."
            )
        }
    }
}

extension PickerAbsence: Explained {
    static var samples: [Self] { [.nothing, .noCoins(why: .pricesLoading), .noMatch("qq")] }

    var meaning: Meaning {
        switch self {
        case .nothing: "The choices have not arrived yet, or all of them are taken."
        case .noCoins: "The market has no coins, for the reason that follows."
        case .noMatch: Meaning("Nothing has this text in its name.", "Change the text, or press `Esc`.")
        }
    }
}

extension DetailAbsence: Explained {
    static var samples: [Self] { [.loading(symbol: "BTC"), .noText(symbol: "BTC")] }

    var meaning: Meaning {
        switch self {
        case .loading: .onItsWay
        case .noText: "The provider has no text about the coin."
        }
    }
}

extension DevicesAbsence: Explained {
    static var samples: [Self] { [.loading, .offline] }

    var meaning: Meaning {
        switch self {
        case .loading: .onItsWay
        case .offline: .offline
        }
    }
}

extension HoldingsAbsence: Explained {
    static var samples: [Self] { [.offline, .noHoldings(add: "A"), .noTransactions(symbol: "BTC", add: "a")] }

    var meaning: Meaning {
        switch self {
        case .offline: .offline
        case .noHoldings: Meaning("You have not added a transaction.", "Add one, or import a file.")
        case .noTransactions: Meaning("All of the coin's transactions were removed.", "Add one.")
        }
    }
}

extension AlertsAbsence: Explained {
    static var samples: [Self] { [.noAlerts(add: "A")] }

    var meaning: Meaning {
        switch self {
        case .noAlerts: Meaning("You have no alert, and none has fired.", "Add one with `A`, here or on a coin.")
        }
    }
}

extension LoginFault: Explained {
    static var samples: [Self] {
        [
            .missing(.name), .badServer(.notANode("localhost:7443:x")), .passwordTooLong, .passwordNotChecked,
            .keyRefused,
        ]
    }

    var meaning: Meaning {
        switch self {
        case .missing: Meaning("`Enter` with an empty field.", "Fill it in.")
        case .badServer: Meaning("The server's address cannot be read.", "Write it as in `prices.example.com:7443`.")
        case .passwordTooLong: Meaning("More was typed than any password has.", "Type it again.")
        case .passwordNotChecked:
            Meaning(
                "After too many wrong passwords, the server checks none for some seconds.",
                "Wait, and press `Enter`."
            )
        case .keyRefused:
            Meaning(
                "You answered `n` to the question about the key.",
                "Compare the key with the server's, and log in again."
            )
        }
    }
}
