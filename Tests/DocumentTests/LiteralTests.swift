import Foundation
import TestSupport
import Testing

/// Each sentence that a user or an operator can see is on docs/MESSAGES.md, with its cause and remedy.
struct LiteralTests {
    /// A string with at least this many plain words is a sentence.
    private static let wordsMin = 4

    /// Calls whose sentences are no messages.
    private static let callsOfOtherTexts: Set<String> = [
        // Help of the command line and of keys, and words for programmers.
        "Argument", "ArgumentHelp", "Binding", "CommandConfiguration", "Flag", "Option", "fatalError",
        "precondition", "preconditionFailure",
        // Events in the server's log, and descriptions of its metrics and of its tables.
        "attempt", "counter", "counters", "debug", "error", "gauge", "gauges", "histogram", "info", "logFailure",
        "Migration", "notice", "warning",
        // What is wrong with the bytes of another program. Its authors need the words.
        "badAnswer", "malformed",
    ]

    /// A statement for a database has one of these words.
    private static let wordsOfStatements: Set<Substring> = [
        "ALTER", "AS", "BEGIN", "CREATE", "DELETE", "INSERT", "PRAGMA", "SELECT", "UPDATE",
    ]

    /// What it says about answers follows the words of `ProviderFailure`.
    private static let folderOfOtherTexts = "Sources/PushServer/Providers/"

    /// Types whose sentences are no messages.
    private static let typesOfOtherTexts: Set<String> = [
        // Labels, titles and examples.
        "AlertsView", "CandleInterval", "CandleReport", "ChartPart", "ChartView", "DetailReport", "Group",
        "HistoryTitle", "HoldingColumn", "HoldingsView", "KeyMap.Binding", "Keys", "LoginView",
        // Descriptions of settings, which config.yaml and Settings show, and of colors.
        "ConfigTemplate", "LocalSetting", "Settings", "ThemeColor",
        // Texts for programs, and reports.
        "AdminRequest", "CurrencyTable", "Metrics", "UserExport", "UserReport",
        // Parts of messages of other types.
        "ClientFrame", "DeepLink", "FleetNode", "LockedFile", "PostgresAddress", "PostgresConnection", "Scrypt",
        "TLSAlert", "TLSVerification", "WeakPair",
        // What is wrong with the bytes of another program. Its authors need the words.
        "Alert", "ExactDecimalError", "FrameError", "MarketTableError", "OrderKey", "PublicKeyPin", "RecordKind",
        "UserTableError",
    ]

    @Test(arguments: [
        "CommandLineKit", "PostgresKit", "PushServer", "Shared", "TerminalClient", "tickwire", "tickwire-server",
    ])
    func eachSentenceIsOnThePage(module: String) throws {
        let messages = try Self.messages
        for (path, text) in try RecordedText.sources(in: "Sources/\(module)") {
            if path.hasPrefix(Self.folderOfOtherTexts) { continue }
            let literals = try #require(SourceLiterals.all(in: text), "\(path): braces do not match")
            for literal in literals where literal.wordCount >= Self.wordsMin {
                if !Self.wordsOfStatements.isDisjoint(with: literal.text.split { !$0.isLetter }) { continue }
                if literal.calls.contains(where: Self.callsOfOtherTexts.contains) { continue }
                let types = Set(literal.types.flatMap { [$0, Self.lastName(of: $0)] })
                if !types.isDisjoint(with: Self.typesOfOtherTexts) { continue }
                let isExplained = literal.isPart(ofOneOf: messages)
                #expect(isExplained, "\(path):\(literal.line): \(literal.text)")
            }
        }
    }

    /// A type that the page explains may have a case that it does not.
    @Test func aSentenceThatIsNotOnThePageIsFound() throws {
        let message = "no coin 'NOPE'; did you mean BTC?"
        let text = #"""
            enum Fault {
                var words: [String] { ["No coin '\(text)'; did you mean \(meant)?", "no list '\(text)'; did you mean \(it)"] }
            }
            """#
        let found = try #require(SourceLiterals.all(in: text)).filter { $0.wordCount >= Self.wordsMin }
        #expect(found.map { $0.isPart(ofOneOf: [message.lowercased()]) } == [true, false])
    }

    @Test func sentencesAreFoundWithTheirTypesAndCalls() throws {
        let text = """
            // "this is only a comment"
            struct View {
                let title = "Log in"
                func words(_ name: String) -> String { "there is no coin \\(name.isEmpty ? "of this name" : name)" }
                let key = Binding(["x"], "remove it from the list")
            }
            """
        let found = try #require(SourceLiterals.all(in: text)).filter { $0.wordCount >= Self.wordsMin }
        #expect(found.map(\.line) == [4, 5])
        #expect(found.map(\.types) == [["View"], ["View"]])
        #expect(found.map(\.calls) == [[], ["Binding"]])
        #expect(SourceLiterals.all(in: "struct View { }}") == nil)
    }

    /// The page's messages, in lower case. A message is the first of three cells, or the last of two. The page and not
    /// the code is read, because only a program with PostgreSQL can make all of it.
    private static var messages: [String] {
        get throws {
            try RecordedText.text(of: "docs/MESSAGES.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
                let cells = $0.dropFirst(2).split(separator: " | ")
                let message = cells.count == 3 ? cells.first : cells.last
                return (message ?? "").replacing("\\|", with: "|").split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ").lowercased()
            }
        }
    }

    private static func lastName(of type: String) -> String { type.split(separator: ".").last.map(String.init) ?? type }
}
