import Foundation
import PlatformKit

/// A PostgreSQL server of the tests, at a Unix socket in a folder of its own. It starts once for each test process, and
/// is stopped and removed when that process ends, however it ends.
package struct PostgresServer: Sendable {
    package struct DidNotStart: Error {
        package let log: String
    }

    /// Whether PostgreSQL's programs are installed. Tests that need them are skipped without.
    package static let isInstalled = programs != nil
    private static let only = Result { try PostgresServer() }

    /// The folder of the socket.
    package let folder: String
    /// Of 127.0.0.1, where it speaks TLS with a certificate for `localhost`. The role `secret` needs its password there.
    package let port: Int
    /// The certificate of the authority that has issued that one.
    package let authority: String
    private let programs: String
    private let keeper: ChildProcess
    private let input: Pipe

    package static func running() throws -> PostgresServer { try only.get() }

    private init() throws {
        programs = try Self.programs ?? { throw DidNotStart(log: "PostgreSQL is not installed") }()
        folder = NSTemporaryDirectory() + "/tickwire-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let tls = try TLSAuthority(in: folder)
        let (certificate, key) = try tls.issue("DNS:localhost")
        authority = tls.root
        port = try LoopbackPort.reserve()
        var prefix: [String] = []
        // PostgreSQL does not run as root.
        if geteuid() == 0, let user = getpwnam("postgres") {
            for path in [folder, key] { chown(path, user.pointee.pw_uid, user.pointee.pw_gid) }
            prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        }
        let output = Pipe()
        input = Pipe()
        keeper = try ChildProcess(
            ["sh", "-c", Self.script, "sh", folder, programs, "\(port)", certificate, key] + prefix,
            input: .handle(input.fileHandleForReading),
            output: .handle(output.fileHandleForWriting),
            errors: .null,
            startsSession: true
        )
        try output.fileHandleForWriting.close()
        if output.fileHandleForReading.availableData.isEmpty {
            let log = try? String(contentsOfFile: folder + ".log", encoding: .utf8)
            throw DidNotStart(log: log ?? "no log")
        }
    }

    /// Its standard input ends with the test process. It has no standby, and only the databases of tests that ask for it
    /// wait for one (`withoutStandby`).
    private static let script = """
        folder=$1 programs=$2 port=$3 certificate=$4 key=$5
        shift 5
        cd "$folder"
        trap 'rm -rf "$folder" "$folder.log"' EXIT
        "$@" "$programs/initdb" -D "$folder/data" -A trust -U tickwire --no-sync >"$folder.log" 2>&1 || exit 1
        sed -i -e '1i host all secret 127.0.0.1/32 scram-sha-256' -e '1i host all unwelcome 127.0.0.1/32 reject' \\
            "$folder/data/pg_hba.conf"
        "$@" "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" start -o \\
            "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c fsync=off -c max_connections=200 \\
            -c ssl=on -c ssl_cert_file=$certificate -c ssl_key_file=$key \\
            -c synchronous_standby_names=* -c synchronous_commit=local" \\
            >>"$folder.log" 2>&1 || exit 1
        echo ready
        cat >/dev/null
        "$@" "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1
        """

    private static var programs: String? {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.compactMap { Int($0) }.max().map { "/usr/lib/postgresql/\($0)/bin" }
        return newest.flatMap { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") ? $0 : nil }
    }

    /// Lends an empty database and removes it afterwards.
    /// - Parameter body: gets the database's address.
    package func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await ask("createdb", name)
        let result: Result<Value, any Error>
        do { result = .success(try await body("postgres://tickwire@/\(name)?host=\(folder)&port=\(port)")) } catch {
            result = .failure(error)
        }
        try await drop(name)
        return try result.get()
    }

    /// Lends a new database with the restored dump of another one. Both steps are those of docs/FLEET.md.
    /// - Parameter body: gets the new database's address.
    package func withRestoredDump<Value>(
        of database: String,
        _ body: (String) async throws -> Value
    ) async throws -> Value {
        let dump = "\(folder)/\(UUID().uuidString).dump"
        try await ask("pg_dump", "--format=custom", "--file=\(dump)", "--dbname=\(database)")
        return try await withDatabase { copy in
            try await ask("pg_restore", "--exit-on-error", "--single-transaction", "--dbname=\(copy)", dump)
            return try await body(copy)
        }
    }

    /// From now on, new connections to this database wait for a standby at each commit, for ever.
    package static let withoutStandby =
        "DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END$$"

    /// PostgreSQL gives the sessions of a database 5 s to end, which a busy machine may need.
    private func drop(_ name: String) async throws {
        for _ in 0..<3 {
            if (try? await ask("dropdb", "--force", name)) != nil { return }
        }
        try await ask("dropdb", "--force", name)
    }

    private func ask(_ program: String, _ arguments: String...) async throws {
        let command = ["\(programs)/\(program)", "-h", folder, "-p", "\(port)", "-U", "tickwire"] + arguments
        let status = await (try ChildProcess(command, output: .null, errors: .null)).status()
        if status != 0 { throw DidNotStart(log: "\(program) ended with \(status ?? -1)") }
    }
}
