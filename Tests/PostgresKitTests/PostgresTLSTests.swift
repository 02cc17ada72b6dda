import Foundation
import TestSupport
import Testing

@testable import PostgresKit

/// A database over the network, with a real certificate and a real password.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
)
struct PostgresTLSTests {
    /// - Parameter body: gets the server, the name of an empty database, and a folder.
    private func withDatabase(_ body: (PostgresServer, String, String) throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "/tickwire-tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try PostgresServer.running()
        try await server.withDatabase { address in
            let name = try #require(address.split(separator: "?").first?.split(separator: "/").last)
            try body(server, String(name), folder)
        }
    }

    private func connect(
        to host: String = "localhost",
        of server: PostgresServer,
        _ database: String,
        as user: String = "tickwire",
        _ parameters: String
    ) throws -> PostgresConnection {
        let place = "\(user)@\(host):\(server.port)/\(database)"
        return try PostgresConnection(try PostgresAddress("postgres://\(place)?\(parameters)"))
    }

    private func problem(_ work: () throws -> PostgresConnection) -> String {
        do { _ = try work() } catch { return "\(error)" }
        return "none"
    }

    @Test func aCertificateOfTheNamedAuthorityIsTaken() async throws {
        try await withDatabase { server, database, _ in
            let connection = try connect(of: server, database, "sslrootcert=\(server.authority)")
            let rows = try connection.reading {
                try connection.rows("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            }
            #expect(rows.int(0, 0) == 1)
        }
    }

    @Test func anotherAuthorityOrAnotherNameIsRefusedInWords() async throws {
        try await withDatabase { server, database, folder in
            let other = try TLSAuthority(in: folder).root
            let stranger = problem { try connect(of: server, database, "sslrootcert=\(other)") }
            #expect(stranger.contains("certificate verify failed"))
            let missing = problem { try connect(of: server, database, "sslrootcert=\(folder)/none.pem") }
            #expect(missing.contains("does not exist"))
            let misnamed = problem {
                try connect(to: "127.0.0.1", of: server, database, "sslrootcert=\(server.authority)")
            }
            #expect(misnamed.contains("does not match host name"))
            for words in [stranger, missing, misnamed] {
                #expect(words.contains("; name the file with its authority's certificate with sslrootcert"))
            }
        }
    }

    @Test func aWrongPortOrRoleIsReportedWithWhatToDo() async throws {
        try await withDatabase { server, database, _ in
            let port = problem {
                try PostgresConnection(try PostgresAddress("postgres://tickwire@127.0.0.1:1/\(database)"))
            }
            #expect(port.contains("Connection refused"))
            #expect(port.hasSuffix("; check its address, and that PostgreSQL runs there"))
            let role = problem {
                try connect(of: server, database, as: "nobody", "sslrootcert=\(server.authority)")
            }
            #expect(role.contains("\"nobody\" does not exist"))
            #expect(role.hasSuffix("; create what is missing, or correct the address"))
        }
    }

    @Test func aUserWhomTheServerDoesNotLetInIsReportedWithWhatToDo() async throws {
        try await withDatabase { server, database, _ in
            let words = problem {
                try connect(of: server, database, as: "unwelcome", "sslrootcert=\(server.authority)")
            }
            #expect(words.contains("pg_hba.conf rejects connection"))
            #expect(words.hasSuffix("to pg_hba.conf there, and reload PostgreSQL"))
        }
    }

    @Test func aWrongPasswordIsReportedAndNotRepeated() async throws {
        try await withDatabase { server, database, folder in
            let own = try connect(of: server, database, "sslrootcert=\(server.authority)")
            try own.transaction { try own.run("CREATE ROLE secret LOGIN PASSWORD 'the right one'") }
            func words(_ password: String) throws -> String {
                let file = folder + "/passwords"
                try "*:*:*:*:\(password)\n".write(toFile: file, atomically: false, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                return problem {
                    try connect(of: server, database, as: "secret", "sslrootcert=\(server.authority)&passfile=\(file)")
                }
            }
            #expect(try words("the right one") == "none")
            let wrong = try words("the wrong one")
            #expect(wrong.contains("password authentication failed") && !wrong.contains("the wrong one"))
            #expect(wrong.hasSuffix("; write the right password to the file that PGPASSFILE names, or to PGPASSWORD"))
            try own.transaction { try own.run("DROP ROLE secret") }
        }
    }
}
