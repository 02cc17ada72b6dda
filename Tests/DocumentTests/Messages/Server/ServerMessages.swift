import NIOCore
import Shared
import TestSupport

@testable import PushServer
@testable import TerminalClient

extension MutationRefusal: Explained {
    static var samples: [Self] {
        let others: [Self] = [
            .tooMany("favorites", limit: 500), .tooMany("currencies of alerts on all holdings", limit: 8),
            .tooLarge("favorite", bytes: 300, limit: 256), .tableFull(limit: 9794, unit: "records"),
            .mutationTooLarge(bytes: 9000, limit: 8192), .noOwner("list item", owner: "list"),
            .malformed("favorite", problem: "no order key"), .repeatsAnother("alert"),
            .notWritten("favorite"), .unknownKind(99), .unknownChange,
            .hostNotAllowed("https://ntfy.example.com", allowed: ["https://ntfy.sh"]),
            .hostNotAllowed("https://ntfy.sh", allowed: []),
            .malformed("alert", problem: "a condition that this server does not know"),
        ]
        return others + problemsOfWays.map { Self.malformed("way of delivery", problem: $0) }
    }

    private static let problemsOfWays = [
        "a kind that this server does not know", "a name with a control character",
        "an address that cannot be read; use one such as https://ntfy.sh/my-topic",
        "an ntfy address without a topic; use one such as https://ntfy.sh/my-topic",
        "a secret that is not at most 128 printable ASCII characters without blanks",
        "a signing key of 5 characters; use at least 16",
    ]

    var meaning: Meaning {
        switch self {
        case .tooMany: Meaning("The operator's limit is reached.", "Remove one, then try again.")
        case .tooLarge: Meaning("The record is larger than the server keeps.", "Make it smaller.")
        case .tableFull:
            Meaning("All that is kept for you has reached the server's limit.", "What the message says.")
        case .mutationTooLarge: Meaning("So many changes at once do not fit into one message.", "Do it in parts.")
        case .noOwner: "Another terminal has removed the list."
        case .malformed(_, let problem) where problem.hasSuffix("that this server does not know"):
            Meaning("The server is older than the terminal.", "Ask the operator to update it.")
        case .malformed("way of delivery", _):
            Meaning("A way of delivery was given something that it cannot have.", "Correct what the message names.")
        case .malformed:
            Meaning("The program sent something that the server cannot read.", "Report it; it is a bug in the program.")
        case .repeatsAnother:
            Meaning("Another active alert has the same coin and the same condition.", "Change that one, or remove it.")
        case .notWritten:
            Meaning("Only the server writes this kind of record.", "Report it; it is a bug in the program.")
        case .hostNotAllowed:
            Meaning("The operator has not allowed this host for alerts.", "Use an allowed host, or ask the operator.")
        case .unknownKind, .unknownChange:
            Meaning("The server is older than the terminal.", "Ask the operator to update it.")
        }
    }
}

extension ListNameFault: Explained {
    static var samples: [Self] {
        [.empty, .tooLong(characters: 41), .tooLarge(bytes: 162), .hasControls, .notComposed, .taken("DeFi")]
    }

    var meaning: Meaning {
        switch self {
        case .empty, .tooLong, .tooLarge, .hasControls: Meaning("A list cannot have this name.", "Type another name.")
        case .notComposed:
            Meaning("A program sent letters and accents separately.", "Report it to the program's authors.")
        case .taken:
            Meaning(
                "Another list has this name, or one that differs only in upper and lower case.",
                "Type another name."
            )
        }
    }
}

extension Close: Explained {
    static var samples: [Self] {
        [
            stopping(returnSpread: .seconds(5)), drained, restored, full, tooManyConnections, unavailable, busy,
            tooManyLogins(.seconds(3)),
            badLogin, notLocal, invitationUnknown, invitationExpired, invitationUsed, passwordNeeded,
            newPassword(.tooShort(characters: 5)), signedOut, replaced, silent, behind, noHello, outOfPlace("logout"),
            Close(.frameTooLarge, FrameError.tooLarge(bytes: 65_536, limit: 4096).description),
            tooFast("frames"), tooManyMutations(limit: 64), unsupportedVersion(own: 2...3, offered: 1...1),
        ]
    }

    var words: String { message }

    var meaning: Meaning {
        switch code {
        case .goingAway where self == .behind: "The server has several nodes, and another one had newer prices."
        case .goingAway where self == .drained: "The operator takes one node out of service."
        case .goingAway: "The operator stops, restarts or restores the server."
        case .silent: "The network lost what the terminal sent."
        case .tooManyConnections where self == .full: "The server is full."
        case .tooManyConnections: Meaning("Too many windows of yours are connected.", "Close one.")
        case .tooManyLogins:
            Meaning("Too many wrong passwords were sent for this name or from this address.", "Wait that long.")
        case .unavailable: "The database or the server is busy or away at the moment."
        case .tooManyMutations, .helloTimeout, .tooFast:
            "The client is not Tickwire's, or the network held its messages back."
        case .unsupportedVersion:
            Meaning("Terminal and server have no version of the protocol in common.", "Update the older one.")
        case .badLogin where self == .notLocal:
            Meaning("The terminal expected the private server of its own machine.", "Log in.")
        case .badLogin where [.invitationUnknown, .invitationExpired, .invitationUsed].contains(self):
            Meaning("`tickwire join` with a link that is no longer valid.", "What the message says.")
        case .badLogin: Meaning("There is no such user, or the password is wrong.", "Type both again.")
        case .passwordNeeded where self == .newPassword(.tooShort(characters: 5)):
            Meaning("`tickwire join` with such a password. The link is still valid.", "Choose another one.")
        case .passwordNeeded:
            Meaning(
                "A program has only asked whether an invitation is valid.",
                "Choose a password; `tickwire join` asks for it."
            )
        case .signedOut:
            Meaning("The device was signed out, the password was changed, or the login has expired.", "Log in again.")
        case .badFrame, .frameTooLarge:
            Meaning("The client is not Tickwire's, or has a bug.", "Update it, or report it.")
        case .replaced:
            Meaning(
                "A profile was copied to another machine, and both copies run.",
                "Give each machine its own profile."
            )
        default: "This terminal is older than the server."
        }
    }
}

extension ChartProblem: Explained {
    static var samples: [Self] {
        let (source, time) = (KlineSource.huobi, MarketTime(seconds: 1_790_000_000))
        return [
            .starting(source), .unknownCoin(CoinID(1027), source),
            .notListed("Monero", source, other: .binance, isDown: false),
            .notListed("Monero", source, other: .binance, isDown: true),
            .tooMany(source),
            .tooManyOfUser(source), .tooManyOpen(8, source.name), .unknownInterval(9, source.name),
            .unknownSource("kraken", ServerOffers(klineSources: [.huobi, .binance])),
            .unknownSource(nil, ServerOffers(klineSources: [])),
            ChartProblem(ProviderError(.huobiTickers, .needsKey(.missing)), source, other: .binance, at: time),
        ]
    }

    var words: String { message }

    var meaning: Meaning {
        switch kind {
        case .unknownCoin: "The coin is no longer listed."
        case .notListed: Meaning("The source does not trade the coin.", "Switch to the named source with `t`.")
        case .needsKey:
            Meaning("The operator has given no key.", "Switch to the named source with `t`, or ask the operator.")
        case .unavailable:
            "The server has just started, or the provider fails at the moment (see the next table). It tries again by itself."
        case .tooMany: Meaning("The server has reached one of its limits.", "Close a chart, or wait.")
        case .unknownInterval: Meaning("The server is older than the terminal.", "Choose another interval.")
        case .unknownSource:
            Meaning("The source was chosen on another server, or was removed.", "Choose another in Settings.")
        }
    }
}

extension ProviderFailure: Explained {
    private static var sampleTime: MarketTime { MarketTime(seconds: 1_790_000_000) }

    static var samples: [Self] {
        let time = sampleTime.adding(seconds: 130)
        return [
            .needsKey(.missing), .needsKey(.wrong), .needsKey(.notAllowed), .rateLimited(until: time),
            .paced(until: time),
            .notListed("invalid symbol"), .refused("invalid parameter"), .unavailable("status 503", until: nil),
            .timedOut,
            .tooLarge(limit: 1_048_576), .badAnswer("no list of tickers", beginning: "<html>"), .cancelled,
        ]
    }

    var words: String { ProviderError(.huobiTickers, self).sentence(at: Self.sampleTime) }

    var meaning: Meaning {
        switch self {
        case .needsKey(.missing):
            Meaning("The operator has not given the server a key.", "Operator: set its variable, and restart.")
        case .needsKey: Meaning("The key is wrong, or its plan has lapsed.", "Operator: provide a valid key.")
        case .rateLimited: "The provider refuses requests until then."
        case .paced: "The server holds requests back, so that the provider does not have to refuse them."
        case .notListed: "The provider does not know what was asked for."
        case .refused:
            Meaning("The provider says that the request is wrong.", "Report it; its interface may have changed.")
        case .unavailable, .timedOut: "The provider or the network fails. The server tries again by itself."
        case .tooLarge, .badAnswer: Meaning("The answer is not what this provider sends.", "If it lasts, report it.")
        case .cancelled: "The server is being stopped."
        }
    }
}

extension StopReason: Explained {
    static var samples: [Self] {
        [
            .keyChanged(expected: .sample, presented: .other),
            .unusableProfile(
                "\(ProfileError.unreadable(path: "~/.local/state/tickwire", reason: "Permission denied"))"
            ),
            .refused(Close.unsupportedVersion(own: 2...3, offered: 1...1).message),
        ]
    }

    var words: String {
        ([title(of: .sample) + "."] + paragraphs(of: .sample, knownServersPath: "~/.local/share/tickwire/known_servers"))
            .joined(separator: " ")
    }

    var meaning: Meaning {
        switch self {
        case .keyChanged:
            Meaning("The server shows another key than the one that you trust.", "Ask its owner before you trust it.")
        case .unusableProfile:
            Meaning("The profile's files are not yours, or the disk is full.", "Fix them, then press `r`.")
        case .refused:
            Meaning(
                "The server refuses the connection, and trying again would not help.",
                "What the message says."
            )
        }
    }
}

/// Answers to what a user asks of the account and of coins.
enum Answers {
    static let all =
        [
            Message(
                AccountProblem.wrongPassword.message,
                Meaning("The first of the passwords that you typed is wrong.", "Type it again.")
            ),
            Message(AccountProblem.newPassword(.empty).message, Meaning("No new password was typed.", "Type one.")),
            Message(
                AccountProblem.newPassword(.tooLong(bytes: 2000)).message,
                Meaning("No password may be that long.", "Choose a shorter one.")
            ),
            Message(
                AccountProblem.passwordChanged.message,
                Meaning("The password was changed at the same moment.", "Log in with the new one.")
            ),
            Message(
                AccountProblem.noDevice(DeviceID(rawValue: 7)).message,
                Meaning("The device is signed out, or never was.", "`tickwire devices` lists them.")
            ),
            Message(
                AccountProblem.tooManyRequests.message,
                Meaning("Four requests about the account, or eight for texts, are waiting for answers.", "Try again.")
            ),
            Message(
                AccountProblem.unknownRequest.message,
                Meaning("The server is older than the terminal.", "Ask the operator to update it.")
            ),
            Message(AnswerProblem.noCoin(CoinID(1027)).message, "The coin is no longer listed."),
            Message(
                AnswerProblem.noMarket.message,
                Meaning("The server has just started, or is looking for the node that has the market.", "Press `r`.")
            ),
        ] + Message.all(NoAnswer.self)
}

extension NoAnswer: Explained {
    static var samples: [Self] { [.notConnected, .lost, .dropped, .watching] }

    var meaning: Meaning {
        switch self {
        case .notConnected: Meaning("The terminal is offline.", "Wait for the connection, then try again.")
        case .lost: Meaning("The request was sent, and no answer came.", "Check whether it was done.")
        case .dropped: "You left the screen that had asked."
        case .watching: "`tickwire screenshot` was told to press the keys of a request about the account."
        }
    }
}
