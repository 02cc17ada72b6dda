internal import Logging
package import Shared

/// An operator's operations on accounts. They work whether or not the server runs.
package struct UserAdministration: Sendable {
    private let store: any SQLUserStore
    private let cost: ScryptCost

    /// Opens the database in a data folder.
    /// - Parameter creating: false if a folder without a database is an error.
    /// - Throws: `UserError.noDatabase`, `ServerError`, `UserStoreError`
    package init(dataDirectory: String, cost: ScryptCost = .standard, creating: Bool = true) throws {
        guard creating || DataDirectory.hasDatabase(dataDirectory) else { throw UserError.noDatabase(dataDirectory) }
        let folder = try DataDirectory.prepare(dataDirectory, of: DataDirectory.owner(of: dataDirectory))
        store = try SQLiteUserStore(
            path: DataDirectory.database(in: folder),
            limits: SessionLimits(),
            now: { .now }
        )
        self.cost = cost
    }

    /// Opens a PostgreSQL database that nodes share.
    /// - Parameter address: the value of `--store`.
    /// - Throws: `UserStoreError.noFleet`, or why the database cannot be used, in words.
    package init(sharedStore address: String, cost: ScryptCost = .standard) async throws {
        var configuration = ServerConfiguration(dataDirectory: "", market: .init(environment: .production))
        configuration.store = address
        store = try await StoreOpening(configuration, for: .command, counters: UserCounters(), now: { .now }).open()
        self.cost = cost
    }

    init(store: any SQLUserStore, cost: ScryptCost) {
        self.store = store
        self.cost = cost
    }

    /// Looks at the form of a new user's name, before a database is opened.
    /// - Throws: `UserError.invalidName`
    package static func check(name: String) throws(UserError) {
        if UserName(name) == nil { throw .invalidName(name) }
    }

    /// - Throws: `UserError`, `UserStoreError.nameTaken`
    package func add(name: String, password: String) async throws {
        guard let name = UserName(name) else { throw UserError.invalidName(name) }
        if let fault = PasswordFault(of: password) { throw UserError.password(fault) }
        _ = try await store.addAccount(named: name, password: PasswordHash(password: password, cost: cost))
    }

    /// - Returns: the secret of an invitation, which is stored nowhere.
    /// - Throws: `UserError.invalidName`
    package func invite(name: String) async throws -> [UInt8] {
        guard let name = UserName(name) else { throw UserError.invalidName(name) }
        let secret = SecureRandom.bytes(InvitationLink.secretBytes)
        try await store.invite(name, TokenHash(bytes: SHA256.hash(secret)), decoy: .decoy(cost: cost))
        return secret
    }

    package func names() async throws -> [String] { try await store.accounts().map(\.name.text) }

    /// - Throws: `UserError.unknownName`
    package func remove(name: String) async throws {
        guard let known = UserName(name), try await store.removeAccount(named: known) else {
            throw UserError.unknownName(name)
        }
    }

    /// - Parameter signingOut: whether all devices must log in again.
    /// - Throws: `UserError`
    package func setPassword(_ password: String, of name: String, signingOut: Bool) async throws {
        if let fault = PasswordFault(of: password) { throw UserError.password(fault) }
        let account = try await account(named: name)
        let hash = try PasswordHash(password: password, cost: cost)
        let scope: SignOutScope = signingOut ? .all : .nobody
        _ = try await store.setPassword(hash, of: account.id, replacing: nil, signingOut: scope)
    }

    /// All stored data of a user at one moment.
    /// - Throws: `UserError.unknownName`
    package func report(of name: String) async throws -> UserReport {
        guard let known = UserName(name), let report = try await store.report(of: known) else {
            throw UserError.unknownName(name)
        }
        return report
    }

    /// - Throws: `UserError.unknownName`
    package func devices(of name: String) async throws -> [Device] {
        try await store.devices(of: try await account(named: name).id)
    }

    /// - Throws: `UserError`
    package func revoke(_ device: DeviceID, of name: String) async throws {
        guard try await store.revoke(device, of: try await account(named: name).id) else {
            throw UserError.unknownDevice(device, of: name)
        }
    }

    private func account(named name: String) async throws -> Account {
        guard let known = UserName(name), let account = try await store.account(named: known)?.0 else {
            throw UserError.unknownName(name)
        }
        return account
    }

    package func close() async throws { try await store.close() }
}

/// Why an operator's command failed.
package enum UserError: Error, Equatable, Sendable, CustomStringConvertible {
    case invalidName(String)
    case password(PasswordFault)
    /// Standard input has more than the password.
    case severalLines
    case unknownName(String)
    case noDatabase(String)
    /// The backup would replace a file that the server uses.
    case backupOverData(String)
    /// The path of the backup is a folder.
    case backupIsFolder(String)
    case noBackup(String)
    case unreadableBackup(String, SystemError)
    case unwritableBackup(String, SystemError)
    /// The file is damaged or is not a backup.
    case badBackup(String, reason: String)
    /// The database to back up is damaged, or is another program's.
    case badDatabase(String, reason: String)
    /// The disk has no room for the file at this path, or the quota is used up.
    case diskFull(String)
    case unknownDevice(DeviceID, of: String)
    /// No server has noted in the data folder which key it shows.
    case noKey(String)

    package var description: String {
        switch self {
        case .invalidName(let name):
            "'\(name)' cannot be a user name; use 1 to 64 of A-Z, a-z, 0-9 and . _ - @"
        case .noDatabase(let path): "there are no users in \(path) yet; 'tickwire-server user add' adds the first one"
        case .backupOverData(let path): "the server uses \(path) itself; give another path for the backup"
        case .backupIsFolder(let path):
            "\(path) is a folder; give the name of a file in it, as in \(Self.file(in: path))"
        case .noBackup(let path): "there is no file \(path); give one that 'tickwire-server backup' wrote"
        case .unreadableBackup(let path, let error):
            "the backup \(path) cannot be read: \(error); the owner of the data folder must be allowed to read it"
        case .unwritableBackup(let path, let error):
            "the backup \(path) cannot be written: \(error); the owner of the data folder must be allowed to write there"
        case .badBackup(let path, let reason):
            "\(path) cannot be restored: \(reason); give an intact file that 'tickwire-server backup' wrote"
        case .badDatabase(let path, let reason):
            "\(path) cannot be backed up: \(reason); an earlier backup stays as it is; bring it back with 'tickwire-server restore'"
        case .diskFull(let path):
            "the disk has no room for \(path); free about twice the size of the backup there, and run the command again"
        case .unknownDevice(let device, let name):
            "\(name) has no device \(device.rawValue); 'tickwire-server device list \(name)' lists the devices"
        case .noKey(let path):
            "no server of this version has run on \(path), so an invitation cannot name its key; start the server once, or give the key with --pin"
        case .password(let fault): "the password \(fault); give one line on standard input"
        case .severalLines: "standard input has more than one line; give the password alone"
        case .unknownName(let name): "there is no user named '\(name)'; 'tickwire-server user list' lists the users"
        }
    }

    private static func file(in folder: String) -> String {
        folder + (folder.hasSuffix("/") ? "" : "/") + "accounts.bak"
    }
}
