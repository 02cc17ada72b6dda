import ArgumentParser
import Foundation
import PushServer

/// Where commands find the server's data folder.
struct DataOption: ParsableArguments {
    @Option(help: "The folder with accounts and key. (default: tickwire-server in the XDG data folder)")
    var data: String?

    var directory: String {
        if let data { return data }
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        return (environment["XDG_DATA_HOME"] ?? home + "/.local/share") + "/tickwire-server"
    }

    /// For a command that works on existing data and ends. If root runs it, it continues as the folder's owner.
    /// - Throws: `ServerError`
    func asOwner() throws -> String {
        try DataDirectory.actAsOwner(of: directory)
    }
}
