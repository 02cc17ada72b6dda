import Foundation
import TestSupport

#if FLEET
    import PostgresKit

    @testable import PushServer
#endif

/// What a server says of the database that nodes share.
enum DatabaseMessages {
    private static let title = "The database of a fleet"

    /// A program without PostgreSQL has none of these messages, so its tests leave the page's chapter as it is.
    static var table: String {
        get throws {
            #if FLEET
                return MessageChapter(
                    title,
                    "From `tickwire-server`: with status 1 at its start, later in its log.",
                    Message.all(PostgresAddressFault.self),
                    Message.all(PostgresSchemaError.self),
                    Message.all(PostgresStoreError.self),
                    Message.all(PostgresError.self)
                ).table
            #else
                let chapters = try RecordedText.text(of: "docs/MESSAGES.md").components(separatedBy: "\n\n## ")
                return "## " + (chapters.first { $0.hasPrefix(title) } ?? title)
            #endif
        }
    }
}

#if FLEET
    extension PostgresAddressFault: Explained {
        static var samples: [Self] {
            [.scheme, .password, .noHost, .weakTLS("require"), .unreadable("invalid URI query parameter: \"sslmod\"")]
        }

        var meaning: Meaning {
            switch self {
            case .scheme, .noHost, .unreadable: Meaning("`--store` cannot be read.", "Correct the address.")
            case .password: Meaning("All users of the machine can read arguments.", "What the message says.")
            case .weakTLS: Meaning("Another machine could pose as the database.", "What the message says.")
            }
        }
    }

    extension PostgresSchemaError: Explained {
        static var samples: [Self] {
            [
                .newer(migration: "9 a later step"), .otherProgram(tables: 12), .busy,
                .noLocks(reason: "function pg_advisory_xact_lock(bigint) does not exist"),
            ]
        }

        var meaning: Meaning {
            switch self {
            case .newer: Meaning("A newer version has changed the tables.", "What the message says.")
            case .otherProgram: Meaning("`--store` names a database that is in use.", "What the message says.")
            case .busy: Meaning("Two nodes were updated at the same time.", "What the message says.")
            case .noLocks: Meaning("A pooler or another database answers.", "What the message says.")
            }
        }
    }

    extension PostgresStoreError: Explained {
        static var samples: [Self] {
            [.noTimeline("permission denied for function pg_control_system"), .unreadableLease, .lastTerm]
        }

        var meaning: Meaning {
            switch self {
            case .noTimeline: Meaning("The database's user lacks a right.", "What the message says.")
            case .unreadableLease, .lastTerm: Meaning("Somebody has changed the table.", "What the message says.")
            }
        }
    }

    extension PostgresError: Explained {
        static var samples: [Self] {
            let reasons = [
                "Connection refused", "root certificate file does not exist",
                "fe_sendauth: no password supplied", "session is read-only", "database \"prices\" does not exist",
                "no pg_hba.conf entry for host \"10.0.0.7\", user \"ada\", database \"prices\", SSL encryption",
            ]
            let others: [Self] = [
                .olderServer(version: 140_011), .statement(state: "53100", reason: "could not extend file"),
                .statement(state: "42501", reason: "permission denied for schema public"),
                .statement(state: "57014", reason: "canceling statement due to statement timeout"),
                .lost(reason: "it has not answered in time"),
                .unknownOutcome(reason: "server closed the connection unexpectedly"),
                .unknownOutcome(reason: "it has not answered in time"),
                .unconfirmed(3),
            ]
            return reasons.map { Self.unreachable(reason: $0) } + others
        }

        var meaning: Meaning {
            switch self {
            case .unreachable:
                Meaning("There is no connection. PostgreSQL gives the reason.", "What the message says.")
            case .olderServer: Meaning("The database is older than the server supports.", "Update PostgreSQL.")
            case .statement: Meaning("PostgreSQL gives the reason, such as a full disk.", "Fix what it names.")
            case .lost: "The database has restarted, or the network has failed. The server tries again."
            case .unknownOutcome:
                Meaning(
                    "The same happened at a commit, or no standby confirms it. Terminals send their changes again.",
                    "What the message says."
                )
            case .unconfirmed:
                Meaning("The database waits for its synchronous standby.", "Start the standby, or name another one.")
            }
        }
    }
#endif
