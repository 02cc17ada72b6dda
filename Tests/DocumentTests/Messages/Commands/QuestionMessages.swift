import ArgumentParser
import TerminalKit

@testable import Shared
@testable import TerminalClient
@testable import tickwire
@testable import tickwire_server

extension Prompt: Explained {
    static var samples: [Self] {
        let pin = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        return [
            .password, .currentPassword, .newPassword, .newPasswordAgain,
            .invitation, .newPasswordAt(server: "prices.example.com:7443"),
            .passwordToRemoveAccount(server: "prices.example.com:7443"), .startPrivateServer,
            .merge(user: "ada", server: "prices.example.com:7443"), .undoMerge,
            .trust(server: "prices.example.com:7443", pin: pin, reason: "self-signed certificate"),
            .yesOrNo,
        ]
    }

    var words: String { text }

    var meaning: Meaning {
        switch self {
        case .password:
            Meaning("`tickwire login` wants the user's password.", "Type it. It is not shown.")
        case .currentPassword: Meaning("`tickwire password` wants the old password first.", "Type it. It is not shown.")
        case .newPassword: Meaning("`tickwire password` wants the new password.", "Type it. It is not shown.")
        case .newPasswordAgain: Meaning("So that a typing error does not lock you out.", "Type the new password again.")
        case .invitation:
            Meaning("`tickwire join` without a link asks.", "Paste the link that you were sent. It is not shown.")
        case .newPasswordAt:
            Meaning("`tickwire join` wants a password for the new account.", "Choose one and type it. It is not shown.")
        case .passwordToRemoveAccount:
            Meaning("`tickwire account delete` asks this once.", "Type the password to remove the account for good.")
        case .startPrivateServer:
            Meaning("Plain `tickwire` where no server was opened before.", "Type `yes`, or `no` to log in to a server.")
        case .merge:
            Meaning("`tickwire move-to` or `import` would add this.", "Type `yes` to add it.")
        case .undoMerge: Meaning("`tickwire move-to` or `import` has added records.", "Press Enter, or type `undo`.")
        case .trust:
            Meaning(
                "`tickwire login` meets the server for the first time, and no authority vouches for it.",
                "Compare the key with the one that the server printed, and type `yes` or `no`."
            )
        case .yesOrNo: Meaning("The answer to a question was neither.", "Type `yes`, `y`, `no` or `n`.")
        }
    }
}

extension Question: Explained {
    static var samples: [Self] {
        [
            .signOutHere, .signOut(device: "phone", address: "198.51.100.7"), .removeAllFavorites(count: 1),
            .removeAllFavorites(count: 6), .logOut, .forgetLogin,
        ]
    }

    var words: String { lines.joined(separator: " ") }

    var meaning: Meaning {
        switch self {
        case .signOutHere, .signOut: Meaning("A key on Devices.", "Answer yes or no.")
        case .removeAllFavorites: Meaning("The row of Settings that removes all favorites.", "Answer yes or no.")
        case .logOut: Meaning("The row of Settings that logs out.", "Answer yes or no.")
        case .forgetLogin: Meaning("The same, without a connection.", "Answer yes or no.")
        }
    }
}

extension TrustQuestion {
    static var messages: [Message] {
        let sample = Self(server: "prices.example.com:7443", reason: "self-signed certificate")
        return [
            Message(
                [sample.title + ".", sample.explanation, sample.question].joined(separator: " "),
                Meaning(
                    "The terminal meets the server for the first time.",
                    "Compare the key with the one that the server printed."
                )
            ),
            Message(sample.shortQuestion, Meaning("The same, on a small screen.", "Compare the keys.")),
        ]
    }
}

/// A command line that is wrong, and what the parser says of it.
struct Usage {
    let typed: String
    let message: String

    private init(_ typed: String) { (self.typed, message) = (typed, Self.message(for: typed)) }

    private static func message(for typed: String) -> String {
        let words = typed.typedWords
        do {
            if words[0] == "tickwire" {
                _ = try Tickwire.parseAsRoot(Array(words.dropFirst()))
            } else {
                _ = try TickwireServer.parseAsRoot(Array(words.dropFirst()))
            }
        } catch {
            return words[0] == "tickwire" ? Tickwire.message(for: error) : TickwireServer.message(for: error)
        }
        return "NO MISTAKE"
    }

    static let all = [
        "tickwire --every 0", "tickwire prices --limit 0", "tickwire prices --server a:b:c",
        "tickwire prices --server a,b,,c", "tickwire prices --pin abc", "tickwire prices --profile=",
        "tickwire prices --max-age soon", "tickwire prices --sort luck", "tickwire candles BTC --count 0",
        "tickwire screenshot --after=-1", "tickwire screenshot --size big", "tickwire screenshot --to prices.png",
        "tickwire settings set colors on", "tickwire settings set coins-only maybe",
        "tickwire prices --json --format csv",
        "tickwire prices --template x", "tickwire prices --format template", "tickwire prices --week",
        "tickwire alerts add", "tickwire alerts add --above 5", "tickwire alerts add BTC --value-above 5",
        "tickwire alerts add BTC --above 5 --within 2h", "tickwire alerts add BTC --day 5 --currency EUR",
        "tickwire alerts ways add phone", "tickwire holdings add BTC", "tickwire holdings add BTC --bought 1",
        "tickwire holdings edit 7", "tickwire holdings edit 7 --time=", "tickwire move-to local",
        "tickwire local --server a", "tickwire open --color pink",
        "tickwire-server run --listen nohost", "tickwire-server run --admin 127.0.0.1:99999",
        "tickwire-server run --certificate a.pem", "tickwire-server run --event-loops 300",
        "tickwire-server run --mock-coins 0",
        "tickwire-server run --mock-rate 0", "tickwire-server run --mock-share 2", "tickwire-server run --max-charts 0",
        "tickwire-server run --max-favorites 10000 --max-frame-bytes 8192", "tickwire-server run --exchanges kraken",
        "tickwire-server run --exchanges huobi,huobi", "tickwire-server run --provider-url huobi",
        "tickwire-server run --provider-url kraken=http://localhost",
        "tickwire-server run --provider-url huobi=http://localhost", "tickwire-server run --mock-seed=-1",
        "tickwire-server run --market live --mock-coins 5", "tickwire-server run --admin off --admin-tls",
        "tickwire-server local --mock-rate 1", "tickwire-server mock --seed=-1",
        "tickwire-server local --mock --provider-url huobi=http://localhost", "tickwire-server local --linger 0",
        "tickwire-server run --proxy-from lan", "tickwire-server run --alert-host ntfy/sh",
        "tickwire-server run --admin-host prom.example:7680", "tickwire-server run --record ''",
        "tickwire-server run --coins 0", "tickwire-server run --listing-credits 0", "tickwire-server mock --coins 0",
        "tickwire-server mock --rate 0",
        "tickwire-server mock --share 2", "tickwire-server mock --volatility=-1",
        "tickwire-server mock --fault /market",
        "tickwire-server user add we/ird --password-stdin", "tickwire-server migrate --from /a --to /b",
        "tickwire-server user invite ada --server a:7443 --store postgres://db/x",
        "tickwire-server user add ada", "tickwire-server run --node-address node1:7443",
        "tickwire-server run --follow node1:7443",
        "tickwire-server run --store postgres://db/x --node-address node1:7443 --follow node1:7443",
        "tickwire-server run --store postgres://db/x --node-address 0.0.0.0:7443",
    ].map { Usage($0) }

    /// Whether the words are the program's own. They are in a table with cause and remedy (`UsageFault`).
    var isOfTerminal: Bool { typed.hasPrefix("tickwire ") }

    static var table: String {
        let head = """
            ## Wrong usage of `tickwire-server`

            The status is 64. What comes after the semicolon says what to do.

            | typed | message |
            | --- | --- |
            """
        let rows = all.filter { !$0.isOfTerminal }.map {
            "| `\($0.typed)` | \($0.message.replacing("|", with: "\\|").replacing("\n", with: " ")) |"
        }
        return ([head] + rows).joined(separator: "\n")
    }
}

extension String {
    /// The words of a command line. Two single quotation marks are an empty word.
    var typedWords: [String] { split(separator: " ").map { $0 == "''" ? "" : String($0) } }
}
