import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// Text pictures kept beside the tests, as `NAME.txt`. The first word of the name is the screen, which is the folder.
///
/// `RecordedText` says how to redraw them.
enum Picture {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = tests.appendingPathComponent("Pictures")
    private static let documents = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs")

    static func expect(_ drawn: String, is name: String, location: SourceLocation = #_sourceLocation) throws {
        try expect(drawn, at: folder.appendingPathComponent("\(place(of: name)).txt"), location)
    }

    /// A page of docs/ that is generated.
    static func expect(
        _ text: String,
        isDocument name: String,
        location: SourceLocation = #_sourceLocation
    ) throws {
        try expect(text, at: documents.appendingPathComponent(name), location)
    }

    /// Pictures of docs/SCREENS.md, kept in docs/screens, in a folder for each screen: each size there, dark and light.
    @MainActor
    static func expect(
        _ view: any View,
        inDocuments name: String,
        location: SourceLocation = #_sourceLocation
    ) throws {
        for size in [Size(width: 80, height: 24), Size(width: 120, height: 40), Size(width: 220, height: 60)] {
            for theme in [Theme.dark, .light] {
                var buffer = Buffer(size: size, charset: .unicode)
                let cursor = view.frame(into: &buffer)
                let terminal = TerminalColors(depth: .trueColor)
                let picture = ScreenPicture.colored(buffer, by: LocalSettings(theme: theme.name), for: terminal)
                let drawn = picture.buffer.svg(title: "tickwire", theme: picture.theme, cursor: cursor)
                let file = "screens/\(screen(of: name))/\(name)-\(size.width)x\(size.height)-\(theme.name).svg"
                try expect(drawn, at: documents.appendingPathComponent(file), location)
            }
        }
    }

    private static func screen(of name: String) -> Substring { name.prefix { $0 != "-" } }

    /// There are so many charts that what they show has a folder of its own: `chart/stale/chart-stale-80x24`.
    private static func place(of name: String) -> String {
        let screen = screen(of: name)
        let part = name.dropFirst(screen.count + 1).prefix { $0 != "-" }
        let hasPart = screen == "chart" && part.first?.isLetter == true
        return (hasPart ? "\(screen)/\(part)" : "\(screen)") + "/\(name)"
    }

    private static func expect(_ drawn: String, at path: URL, _ location: SourceLocation) throws {
        #expect(
            try RecordedText.isKept(drawn, at: path),
            "differs from \(path.lastPathComponent)",
            sourceLocation: location
        )
    }
}
