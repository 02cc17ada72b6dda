import ArgumentParser
import Foundation
import NIOPosix
import Shared
import TerminalClient

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the terminal. This is what tickwire does without a command."
    )

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            let app = TerminalApp(
                server: try options.address(),
                pin: options.pin.flatMap(PublicKeyPin.init),
                profile: options.files,
                deviceName: options.deviceName,
                group: MultiThreadedEventLoopGroup.singleton,
                environment: ProcessInfo.processInfo.environment
            )
            let ending = try await app.run()
            // As a shell tells of a process that a signal ended.
            if let signal = ending.signal { throw ExitCode(128 + signal) }
        }
    }
}
