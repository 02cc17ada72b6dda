import ArgumentParser
import Shared
import TerminalClient

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Show where you are logged in, and sign a device out.",
        subcommands: [List.self, Revoke.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract:
                "Print each device: its number, when it was last used (to the hour), its address and name; a star marks this one, "
                + "a plus one that is connected now."
        )

        @OptionGroup var output: OutputOptions

        @OptionGroup var options: ConnectionOptions

        @MainActor
        func run() async throws {
            try await Session.run(options, market: false) { client in
                let devices = try await client.link.account.devices().map(DeviceReport.init)
                try output.print(devices, text: DeviceReport.text(of: devices))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Sign a device out: its connections end at once, and it must log in again."
        )

        @Argument(help: "The device's number, as 'tickwire devices' prints it.")
        var device: UInt64

        @OptionGroup var options: ConnectionOptions

        @MainActor
        func run() async throws {
            try await Session.run(options, market: false) { client in
                do {
                    _ = try await client.link.account.revoke(DeviceID(rawValue: device))
                } catch {
                    StandardError.tell(error)
                    throw ExitCode.failure
                }
                print(Outcome.deviceSignedOut(device))
            }
        }
    }
}
