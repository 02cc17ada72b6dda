import ArgumentParser
import PushServer
import Shared

struct OperatorDeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "List a user's signed-in devices, and sign one out.",
        subcommands: [List.self, Revoke.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print number, last use (to the hour, in UTC) and name of each device, the last used first."
        )

        @Argument(help: "The name of the user.")
        var user: String

        @OptionGroup var storeOption: StoreOption

        func run() async throws {
            for device in try await storeOption.administering({ try await $0.devices(of: user) }) {
                CommandOutput.line("\(device.id.rawValue)  \(device.used.shortISO8601)  \(device.name)")
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Sign a device out. A running server closes its connections within a second."
        )

        @Argument(help: "The name of the user.")
        var user: String

        @Argument(help: "The device's number.")
        var device: UInt64

        @OptionGroup var storeOption: StoreOption

        func run() async throws {
            let device = DeviceID(rawValue: device)
            try await storeOption.administering { try await $0.revoke(device, of: user) }
            CommandOutput.line(.deviceSignedOut(device, user: user))
        }
    }
}
