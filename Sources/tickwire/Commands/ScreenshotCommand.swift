import ArgumentParser
import PlatformKit
import Shared
import TerminalClient
import TerminalKit

struct ScreenshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot",
        abstract: "Draw a screen once, as an SVG picture or as text, with the settings of config.yaml."
    )

    @Argument(
        help: "Which one: tickwire://favorites, tickwire://settings ... (default: prices)",
        transform: { try DeepLink($0) }
    )
    var link: DeepLink?

    @Option(help: ArgumentHelp("Columns and rows of the terminal.", valueName: "columns x rows"), transform: size)
    var size = Size(width: 120, height: 32)

    @Option(help: ArgumentHelp("Write FILE.svg or FILE.txt. (default: SVG to standard output)", valueName: "file"))
    var to: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Watch prices for this long first, so that trends show.", valueName: "seconds")
    )
    var after = 0

    @Option(
        help: ArgumentHelp(
            "Press these keys first, as config.yaml names them: \"/ b t c\", \"enter\". They change the picture, and nothing at the server.",
            valueName: "keys"
        ),
        transform: keys
    )
    var keys: [Key] = []

    @Flag(help: "Show how much you hold. Without it, amounts are hidden, because pictures are shared.")
    var amounts = false

    @Flag(help: "Draw with ASCII only.")
    var ascii = false

    @OptionGroup var look: ColorOption
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard 0...3600 ~= after else {
            throw ValidationError(.outOfRange("--after", after, range: "0 to 3600 seconds"))
        }
        if let to, !to.hasSuffix(".svg"), !to.hasSuffix(".txt") {
            throw ValidationError(.noPictureFile(to))
        }
    }

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            var target = try options.target()
            target.isReadOnly = true
            try await Session.run(options, to: target) { try await draw($0) }
        }
    }

    @MainActor
    private func draw(_ client: HeadlessClient) async throws {
        let preferences = try options.files.config.load()
        let environment = ThisProcess.environment
        let picture = try await ScreenPicture.picture(
            of: client.link,
            at: link,
            pressing: keys,
            size: size,
            preferences: preferences,
            capabilities: Capabilities(ofPictureIn: environment, charset: ascii ? .ascii : .unicode)
                .coloring(look.color ?? preferences.local.color)
                .drawing(with: preferences.local.blocks),
            showsAmounts: amounts,
            after: .seconds(after)
        )
        let text =
            to?.hasSuffix(".txt") == true
            ? picture.buffer.text + "\n"
            : picture.buffer.svg(title: "tickwire", theme: picture.theme, cursor: picture.cursor)
        guard let to else { return print(text) }
        guard let file = fopen(to, "w") else { throw UnwritablePicture(path: to, reason: .last) }
        if fputs(text, file) < 0 || fclose(file) != 0 { throw UnwritablePicture(path: to, reason: .last) }
    }

    private static func keys(_ text: String) throws -> [Key] {
        try text.split(separator: " ").map { name in
            guard let key = Key(named: String(name)) else { throw ValidationError(.noKey(String(name))) }
            return key
        }
    }

    private static func size(_ text: String) throws -> Size {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, parts.allSatisfy((1...500).contains) else {
            throw ValidationError(.noSize(text))
        }
        return Size(width: parts[0], height: parts[1])
    }
}

struct UnwritablePicture: Error, CustomStringConvertible {
    let path: String
    let reason: SystemError

    var description: String { "\(path) cannot be written: \(reason); give another path with --to" }
}
