import Foundation
import PlatformKit
import TestSupport
import Testing

@testable import PostgresKit

/// What a program says to a server that says that it is PostgreSQL 13.
@Suite(.timeLimit(.minutes(5)))
struct OlderPostgresTests {
    @Test func anOlderServerIsReportedWithTheVersionThatIsNeeded() throws {
        let folder = NSTemporaryDirectory() + "/tickwire-old-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let listener = try BoundSocket.make(Sockets.stream, at: folder + "/.s.PGSQL.5432")
        defer { close(listener) }
        try #require(listen(listener, 1) == 0)
        let server = Thread {
            let client = accept(listener, nil, nil)
            var request = [UInt8](repeating: 0, count: 4096)
            _ = read(client, &request, request.count)
            _ = write(client, Self.welcome, Self.welcome.count)
            // Until the client goes.
            while read(client, &request, request.count) > 0 {}
            close(client)
        }
        server.start()
        let address = try PostgresAddress("postgres://ada@/prices?host=\(folder)&port=5432")
        #expect(throws: PostgresError.olderServer(version: 130_004)) { try PostgresConnection(address) }
        let words = PostgresError.olderServer(version: 130_004).description
        #expect(words == "the database is PostgreSQL 13; use 15 or newer")
    }

    /// Messages of PostgreSQL's protocol: the login is accepted, some parameters, and ready for a query.
    private static let welcome: [UInt8] = {
        func message(_ kind: Character, _ body: [UInt8]) -> [UInt8] {
            [kind.asciiValue ?? 0] + withUnsafeBytes(of: Int32(body.count + 4).bigEndian) { Array($0) } + body
        }
        let parameters = ["server_version": "13.4", "default_transaction_read_only": "off", "in_hot_standby": "off"]
        return message("R", [0, 0, 0, 0])
            + parameters.flatMap { message("S", Array("\($0)\0\($1)\0".utf8)) } + message("Z", Array("I".utf8))
    }()
}
