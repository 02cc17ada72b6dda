import ArgumentParser
import Shared
import TerminalClient

struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print and change the settings that all your terminals share.",
        subcommands: [Get.self, Set.self],
        defaultSubcommand: Get.self
    )

    struct Common: ParsableArguments {
        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var options: ConnectionOptions

        @MainActor
        func report(_ client: HeadlessClient) {
            let report = SettingsReport(client.link.user.table)
            print(json ? PushReport.json(report, pretty: true) : report.text)
        }
    }

    struct Get: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the settings.")
        @OptionGroup var common: Common

        @MainActor
        func run() async throws { try await Session.run(common.options, market: false) { common.report($0) } }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change one setting.", discussion: discussion)

        @Argument(help: "\(names).")
        var name: String
        @Argument(help: "The new value.")
        var value: String
        @OptionGroup var common: Common

        func validate() throws { _ = try setting() }

        @MainActor
        func run() async throws {
            let setting = try setting()
            try await Session.run(common.options, market: false) { client in
                try await client.apply { .set(setting, to: value, of: $0) }
                common.report(client)
            }
        }

        private static var discussion: String {
            let lines = Settings.all.map { ("\($0.name) \($0.values.map(\.text).joined(separator: "|"))", $0.summary) }
            let width = lines.map(\.0.count).max() ?? 0
            return lines.map { $0 + String(repeating: " ", count: width + 3 - $0.count) + $1 }.joined(separator: "\n")
        }

        private static var names: String { words(Settings.all.map(\.name), "or") }

        /// With a value that it may have.
        private func setting() throws -> DescribedSetting {
            guard let setting = Settings.all.first(where: { $0.name == name }) else {
                let names = Self.words(Settings.all.map(\.name), "and")
                throw ValidationError("there is no setting '\(name)'; there are \(names)")
            }
            if setting.values.contains(where: { $0.text == value }) { return setting }
            let values = Self.words(setting.values.map(\.text), "or")
            throw ValidationError("'\(value)' is no value for \(name); use \(values)")
        }

        /// "a, b or c"
        private static func words(_ words: [String], _ last: String) -> String {
            words.count < 2
                ? words.joined() : words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
        }
    }
}
