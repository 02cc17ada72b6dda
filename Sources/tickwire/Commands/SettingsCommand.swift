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
        @OptionGroup var output: OutputOptions

        @OptionGroup var options: ConnectionOptions

        func validate() throws { try output.check(SettingsReport.fields) }

        @MainActor
        func report(_ client: HeadlessClient) throws {
            let report = SettingsReport(client.link.user.table, client.link.user.offers)
            try output.print([report], document: report, text: report.text)
        }
    }

    struct Get: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "get", abstract: "Print the settings.")
        @OptionGroup var common: Common

        @MainActor
        func run() async throws { try await Session.run(common.options, market: false) { try common.report($0) } }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change one setting.",
            discussion: discussion
        )

        @Argument(help: "\(names).")
        var name: String
        @Argument(help: "The new value.")
        var value: String
        @OptionGroup var common: Common

        func validate() throws {
            let setting = try setting()
            if !setting.isOffered { _ = try choice(of: setting, ServerOffers()) }
        }

        @MainActor
        func run() async throws {
            let setting = try setting()
            try await Session.run(common.options, market: false) { client in
                let choice = try choice(of: setting, client.link.user.offers)
                try await client.apply { _ in .set(setting, to: choice.text) }
                if name == Settings.keepFavorites.described.name, !client.link.user.table[Settings.keepFavorites] {
                    StandardError.tell(Outcome.favoritesPass)
                }
                try common.report(client)
            }
        }

        private static var discussion: String {
            let lines = Settings.all.map { setting in
                let values = (setting.values(ServerOffers()).map(\.text) + [setting.example].compactMap { $0 })
                    .joined(separator: "|")
                let words = "\(setting.summary) (on the screen: \(setting.title))"
                return ("\(setting.name) \(setting.isOffered ? "NAME" : values)", words)
            }
            let width = lines.map(\.0.count).max() ?? 0
            return lines.map { $0 + String(repeating: " ", count: width + 3 - $0.count) + $1 }.joined(separator: "\n")
        }

        private static var names: String { Settings.all.map(\.name).alternatives }

        private func setting() throws -> DescribedSetting {
            guard let setting = Settings.all.first(where: { $0.name == name }) else {
                let names = Settings.all.map(\.name).listed(beforeLast: "and")
                throw ValidationError(.noSetting(name, known: names))
            }
            return setting
        }

        private func choice(
            of setting: DescribedSetting,
            _ offers: ServerOffers
        ) throws -> DescribedSetting.Choice {
            do throws(SettingFault) {
                return try setting.choice(typed: value, offers)
            } catch {
                throw ValidationError(error.description)
            }
        }
    }
}
