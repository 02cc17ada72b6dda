import ArgumentParser
import TerminalClient

struct ScreenshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot",
        abstract: "Print the Prices screen once as an SVG picture, or as text."
    )

    @Option(help: "Columns of the terminal.")
    var columns = 120

    @Option(help: "Rows of the terminal.")
    var rows = 32

    @Flag(help: "Print plain text instead of SVG.")
    var text = false

    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard 1...500 ~= columns, 1...500 ~= rows else {
            throw ValidationError("\(columns)x\(rows) is out of range; use 1 to 500 columns and rows")
        }
    }

    @MainActor
    func run() async throws {
        try await Session.run(options) { client in
            print(
                text
                    ? ScreenPicture.text(of: client.link, columns: columns, rows: rows)
                    : ScreenPicture.svg(of: client.link, columns: columns, rows: rows)
            )
        }
    }
}
