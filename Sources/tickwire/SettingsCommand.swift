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
            let report = SettingsReport(client.link.user.state.settings)
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
        static let configuration = CommandConfiguration(
            abstract: "Change one setting.",
            discussion: """
                kline-source huobi|cryptocompare   where candles come from
                coins-only on|off                  leave tokens out
                keep-favorites on|off              off: favorites live while one of your terminals is connected
                """
        )

        @Argument(help: "kline-source, coins-only or keep-favorites.")
        var name: String
        @Argument(help: "The new value.")
        var value: String
        @OptionGroup var common: Common

        func validate() throws { _ = try mutation() }

        @MainActor
        func run() async throws {
            let mutation = try mutation()
            try await Session.run(common.options, market: false) { client in
                try await client.apply([mutation])
                common.report(client)
            }
        }

        private func mutation() throws -> Mutation {
            switch name {
            case "kline-source":
                guard let source = KlineSource(rawValue: value) else { throw wrongValue("huobi or cryptocompare") }
                return .setKlineSource(source)
            case "coins-only": return .setCoinsOnly(try isOn())
            case "keep-favorites": return .setKeepFavorites(try isOn())
            default:
                throw ValidationError(
                    "there is no setting '\(name)'; there are kline-source, coins-only and keep-favorites"
                )
            }
        }

        private func isOn() throws -> Bool {
            switch value {
            case "on": true
            case "off": false
            default: throw wrongValue("on or off")
            }
        }

        private func wrongValue(_ allowed: String) -> ValidationError {
            ValidationError("'\(value)' is no value for \(name); use \(allowed)")
        }
    }
}
