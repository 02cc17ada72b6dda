import CPostgres

/// Where a database is, as an operator gives it: `postgres://user@host/name`, with libpq's parameters.
///
/// It has no password, because every process can see arguments. libpq reads the password from the file that
/// PGPASSFILE names, or from PGPASSWORD.
package struct PostgresAddress: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// The name under which PostgreSQL shows the connections.
    private let program: String

    package init(_ text: String, program: String = "tickwire-server") throws(PostgresAddressFault) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { throw .scheme }
        let parameters = try Self.parse(text)
        if parameters["password"] != nil || parameters["sslpassword"] != nil { throw .password }
        guard let hosts = parameters["host"] else { throw .noHost }
        // libpq ignores the mode at Unix sockets.
        let isOnNetwork = hosts.split(separator: ",").contains { !$0.hasPrefix("/") }
        if let mode = parameters["sslmode"], mode != Self.sslMode, isOnNetwork { throw .weakTLS(mode) }
        (description, self.program) = (text, program)
    }

    private static let sslMode = "verify-full"

    /// The parameters for libpq. Later entries replace the address's own.
    var parameters: [(name: String, value: String)] {
        [
            ("dbname", description), ("sslmode", Self.sslMode), ("connect_timeout", "5"),
            ("tcp_user_timeout", "5000"), ("keepalives_idle", "5"), ("keepalives_interval", "2"),
            ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
            ("application_name", program),
        ]
    }

    private static func parse(_ text: String) throws(PostgresAddressFault) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            throw .unreadable(message.map { String(cString: $0).libpqReason } ?? "libpq has no memory")
        }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let name = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: name)] = String(cString: value) }
            option += 1
        }
        return parameters
    }
}

/// Why an address cannot be used. No text repeats the address, which may contain a password.
package enum PostgresAddressFault: Error, Equatable, Sendable, CustomStringConvertible {
    case scheme
    case password
    case noHost
    case weakTLS(String)
    case unreadable(String)

    package var description: String {
        switch self {
        case .scheme:
            "the address of a database begins with postgres://, as in postgres://ada@db.example.com/prices"
        case .password:
            "the address of the database contains a password, which every process can see; write it to a file that PGPASSFILE names"
        case .noHost:
            "the address of the database names no host; give one, or ?host= with the folder of PostgreSQL's Unix socket"
        case .weakTLS(let mode):
            "sslmode=\(mode) does not check who answers; leave it out, and name the database's authority with sslrootcert"
        case .unreadable(let reason): "the address of the database cannot be read: \(reason)"
        }
    }
}

extension String {
    /// A message of libpq in one line. Its advice, which has lines of its own, contradicts the rules of `PostgresAddress`.
    package var libpqReason: String {
        split(whereSeparator: \.isNewline)
            .filter { $0.first?.isWhitespace == false && !$0.hasPrefix("Either provide") }
            .joined(separator: "; ")
    }
}
