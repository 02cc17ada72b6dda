import ArgumentParser
import Foundation
import PushServer

/// Where commands find accounts and users' tables: in the data folder, or in a database that nodes share.
struct StoreOption: ParsableArguments {
    @OptionGroup var dataOption: DataOption

    @Option(
        help: ArgumentHelp(
            "The PostgreSQL database with the accounts, in place of the data folder: postgres://USER@HOST/NAME. libpq reads the password from PGPASSFILE or PGPASSWORD.",
            valueName: "address"
        )
    )
    var store: String?

    /// Lends the accounts, and closes their database afterwards.
    /// - Parameter creating: false if a folder without a database is an error.
    func administering<Value>(
        creating: Bool = false,
        _ body: (UserAdministration) async throws -> Value
    ) async throws -> Value {
        let administration = try await administration(creating: creating)
        let value = try await body(administration)
        try await administration.close()
        return value
    }

    private func administration(creating: Bool) async throws -> UserAdministration {
        if let store { return try await UserAdministration(sharedStore: store) }
        return try UserAdministration(dataDirectory: dataOption.asOwner(), creating: creating)
    }
}

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
