import ArgumentParser
import Shared
import TerminalKit

@testable import TerminalClient
@testable import tickwire
@testable import tickwire_server

extension ProfileError: Explained {
    static var samples: [Self] {
        [
            .unreadable(path: "~/.local/state/tickwire", reason: "Permission denied"),
            .unwritable(path: "~/.local/state/tickwire", reason: "Read-only file system"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .unreadable, .unwritable:
            Meaning(
                "The files of the profile are not yours, or the disk is full.",
                "Mend them, or give another folder."
            )
        }
    }
}

/// What is wrong with a `config.yaml`, found by reading one.
enum ConfigMistake {
    private static let samples: [(text: String, meaning: Meaning)] = [
        ("colours: on", Meaning("A name that does not exist.", "Use one of those listed.")),
        ("palette: pink", Meaning("A value that does not exist.", "Use one of those listed.")),
        ("color: pink", Meaning("A value that does not exist.", "Use one of those listed.")),
        ("chart-parts: pie", Meaning("A part of charts that does not exist.", "Use those listed.")),
        ("flashes: maybe", Meaning("A switch that is neither on nor off.", "Write `on` or `off`.")),
        ("flashes: [on]", Meaning("A list where one value belongs.", "Write one value.")),
        ("keys: none", Meaning("A value where lines belong.", "Write `name: value`, indented, below it.")),
        ("theme: solar", Meaning("A theme that does not exist.", "Choose or describe one.")),
        ("themes:\n  dark:", Meaning("A theme of your own with the name of another.", "Choose another name.")),
        ("themes:\n  my theme:", Meaning("A name that has other characters.", "Choose another name.")),
        ("themes:\n  mine:\n    based-on: solar", Meaning("A theme that does not exist.", "Use one of those listed.")),
        (
            "themes:\n  mine:\n    frame: red",
            Meaning("A color of themes that does not exist.", "Use one of those listed.")
        ),
        (
            "themes:\n  mine:\n    page: red",
            Meaning("A color that is no `#` and six digits.", "Write it as the message does.")
        ),
        (
            "themes:\n  mine:\n    text: \"#777777\"\n    page: \"#888888\"",
            Meaning("Two colors that are too much alike to be read.", "Use the color that is named, or another.")
        ),
        ("keys:\n  menu:", Meaning("A table of keys that does not exist.", "Use one of those listed.")),
        ("keys:\n  list:\n    fly: x", Meaning("A command that does not exist.", "docs/KEYS.md lists all.")),
        ("keys:\n  list:\n    up: hyper-x", Meaning("A key that does not exist.", "Write it as the message does.")),
        ("keys:\n  list:\n    up: ctrl-c", Meaning("Ctrl-C for something else.", "Choose another key.")),
        (
            "keys:\n  list:\n    up: x\n    down: x",
            Meaning("One key for two commands of a screen.", "Give one of them another key.")
        ),
        ("theme: dark\ntheme: light", Meaning("A name twice.", "Remove one.")),
        ("theme: [", Meaning("Text that no YAML is.", "Mend the line.")),
    ]

    static let all =
        samples.map { text, meaning in Message("\(error(in: text))", meaning) }
        + [
            Message(
                "\(ConfigError(path: path, line: nil, reason: ConfigFile.existsAlready))",
                Meaning("`tickwire config init`, where there is a file.", "Move it away, or edit it.")
            ),
            Message(
                "\(ConfigError(path: path, line: nil, reason: "cannot be written: Permission denied"))",
                Meaning("The file or its folder cannot be read or written.", "Mend its owner or mode.")
            ),
        ]

    private static let path = "~/.config/tickwire/config.yaml"

    private static func error(in text: String) -> ConfigError {
        do throws(ConfigReader.Problem) {
            _ = try ConfigReader.read(text)
            return ConfigError(path: path, line: nil, reason: "NO MISTAKE in \(text)")
        } catch {
            return ConfigError(path: path, line: error.line, reason: error.reason)
        }
    }
}

extension DeepLinkError: Explained {
    static var samples: [Self] {
        [
            .wrongScheme("https://example.com"), .unknownScreen("charts"), .malformedCoin("id:x"),
            .unknownDestination("news"),
            .unknownParameter("zoom=2"), .unknownInterval("2h"), .tooLong("more"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .wrongScheme, .unknownScreen, .malformedCoin, .unknownDestination, .unknownParameter, .unknownInterval,
            .tooLong:
            Meaning("`tickwire open` with a link that leads nowhere.", "Correct the link as the message says.")
        }
    }
}

/// What commands say that have failed by themselves, and not by the server or the connection.
enum CommandMessages {
    static let all = [
        Message(
            "\(LinkWithoutLines(link: .settings, command: "tickwire settings"))",
            Meaning("`tickwire --plain` with a link to a screen that has no lines.", "Use the command that is named.")
        ),
        Message(
            "\(NotLoggedIn(server: ServerAddress(host: "prices.example.com", port: 7443)))",
            Meaning("No login is kept for this server. The status is 77.", "Run the command that is named.")
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
            "\(NoPrices(cause: "CoinMarketCap needs an API key."))",
            Meaning("The server has just started, or its providers fail.", "Try again, or tell the operator.")
        ),
        Message(
            "\(NoTerminal(error: .notATerminal(descriptor: 0)))",
            Meaning("Input or output is a file or a pipe.", "Use `--plain`.")
        ),
        Message(
            "\(NoTerminal(error: .attributes(code: 5)))",
            Meaning("The system does not give the terminal.", "Use `--plain`, or another terminal.")
        ),
        Message(
            "\(UnwritablePicture(path: "/prices.svg", reason: SystemError("Permission denied")))",
            Meaning("The picture's file cannot be written.", "Give another path.")
        ),
    ]
}

/// A command line that is wrong, and what the parser says of it.
struct Usage {
    let typed: String

    func message() throws -> String {
        let words = typed.split(separator: " ").map(String.init)
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
        "tickwire prices --pin abc",
        "tickwire prices --max-age soon", "tickwire prices --sort luck", "tickwire candles BTC --count 0",
        "tickwire screenshot --after=-1", "tickwire screenshot --size big", "tickwire screenshot --to prices.png",
        "tickwire settings set colors on", "tickwire settings set coins-only maybe", "tickwire open --color pink",
        "tickwire-server run --certificate a.pem", "tickwire-server run --event-loops 300",
        "tickwire-server run --mock-coins 0",
        "tickwire-server run --mock-rate 0", "tickwire-server run --mock-share 2", "tickwire-server run --max-charts 0",
        "tickwire-server run --max-favorites 10000 --max-frame-bytes 8192", "tickwire-server run --exchanges kraken",
        "tickwire-server run --exchanges huobi,huobi", "tickwire-server run --provider-url huobi",
        "tickwire-server run --provider-url kraken=http://localhost",
        "tickwire-server run --coins 0", "tickwire-server run --listing-credits 0", "tickwire-server mock --coins 0",
        "tickwire-server mock --rate 0",
        "tickwire-server mock --share 2", "tickwire-server mock --volatility=-1",
        "tickwire-server mock --fault /market",
        "tickwire-server user add ada",
    ].map(Usage.init)

    static func table() throws -> String {
        let head = """
            ## Wrong usage

            The status is 64. What comes after the semicolon says what to do.

            | typed | message |
            | --- | --- |
            """
        return try
            ([head]
            + all.map {
                "| `\($0.typed)` | \(try $0.message().replacing("|", with: "\\|").replacing("\n", with: " ")) |"
            })
            .joined(separator: "\n")
    }
}
