import Foundation
import TestSupport
import Testing

/// Each sentence that a user can see is on docs/MESSAGES.md, with its cause and remedy.
struct LiteralTests {
    /// A string with so many plain words is a sentence.
    private static let wordsMin = 4

    /// Help of the command line and of keys, and words for programmers.
    private static let callsOfOtherTexts: Set<String> = [
        "Argument", "ArgumentHelp", "Binding", "CommandConfiguration", "Flag", "Option", "fatalError",
        "precondition", "preconditionFailure",
    ]

    /// Types whose sentences are no messages.
    private static let typesOfOtherTexts: Set<String> = [
        // Labels, titles and examples.
        "AlertsView", "CandleInterval", "CandleReport", "ChartPart", "ChartView", "DetailReport", "Group",
        "HoldingColumn", "HoldingsHistoryView", "KeyMap.Binding", "Keys", "LoginView",
        // Descriptions of settings, which config.yaml and Settings show, and of colors.
        "ConfigTemplate", "LocalSetting", "ThemeColor",
        // Texts for programs.
        "CurrencyTable", "UserExport",
        // Parts of messages of other types.
        "DeepLink", "WeakPair",
    ]

    @Test(arguments: ["TerminalClient", "tickwire", "CommandLineKit"])
    func eachSentenceIsOnThePage(module: String) throws {
        for (path, text) in try RecordedText.sources(in: "Sources/\(module)") {
            let literals = try #require(SourceLiterals.all(in: text), "\(path): braces do not match")
            for literal in literals where literal.wordCount >= Self.wordsMin {
                if literal.calls.contains(where: Self.callsOfOtherTexts.contains) { continue }
                let types = Set(literal.types.flatMap { [$0, Self.lastName(of: $0)] })
                if !types.isDisjoint(with: Self.typesOfOtherTexts) { continue }
                let isExplained = Self.messages.contains { literal.isPart(of: $0) }
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
        #expect(found.map { $0.isPart(of: message) } == [true, false])
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

    /// The page's samples, each on one line.
    private static let messages = MessageChapter.all.flatMap(\.messages).map {
        $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func lastName(of type: String) -> String { type.split(separator: ".").last.map(String.init) ?? type }
}
