import MockMarket
import Shared

@testable import PushServer
@testable import tickwire_server

extension ServerError: Explained {
    static var samples: [Self] {
        let address = ServerConfiguration.Endpoint(host: "0.0.0.0", port: 7443)
        let socket = ServerConfiguration.Endpoint(host: "/run/user/1000/tickwire/local.socket", port: 0)
        return [
            .unwritableDirectory(path: "/var/lib/tickwire", reason: "Permission denied"),
            .unwritableDirectory(
                path: "/home/ada/data",
                reason:
                    "its owner, ada (uid 1000), cannot pass /home/ada, and root works there only if all folders above belong to root; /home belongs to daemon (uid 1)"
            ),
            .unwritableDirectory(
                path: "/home/ada/data",
                reason: "root cannot act as its owner: Operation not permitted"
            ),
            .untrusted(.writable(path: "/var/lib/tickwire", mode: 0o775)), .dataInUse("/var/lib/tickwire"),
            .cannotListen(address, reason: "the port is taken; stop what uses it, or choose another"),
            .cannotListen(address, reason: "this user may not use the port; choose one from 1024 up"),
            .cannotListen(
                address,
                reason: "it is not an address of this machine; 0.0.0.0 means all of its addresses"
            ),
            .cannotListen(
                address,
                reason:
                    "its name leads to no address (Name or service not known); give an address of this machine; 0.0.0.0 means all of its addresses"
            ),
            .cannotListen(socket, reason: "another program listens there; stop it"),
            .cannotListen(socket, reason: "something other than a socket is there; move it away"),
            .cannotListen(
                socket,
                reason: "the path has 120 bytes, but can have at most 107; set XDG_RUNTIME_DIR to a shorter one"
            ),
            .unwritableRecording(path: "/var/lib/recordings", reason: "Permission denied"),
            .wrongClock(MarketTime(seconds: 0)), .noSharedStore, .fleetRuns(leader: "node1.example.com:7443"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .unwritableDirectory:
            Meaning(
                "The data folder belongs to another user, or the disk is full.",
                "Fix it, or use another folder: `--data`, or `--to` of `migrate`."
            )
        case .untrusted:
            Meaning(
                "Another user could change what the server keeps. The rows below list each such fault.",
                "What the message says."
            )
        case .dataInUse: Meaning("A server runs on this folder already.", "Stop it, or give another folder.")
        case .cannotListen: Meaning("The system refuses the address or the port.", "What the message says.")
        case .unwritableRecording:
            Meaning("`--record` names a file, or a folder of another user.", "Give another folder.")
        case .wrongClock:
            Meaning(
                "The machine's clock has lost the time, for example because its battery is empty.",
                "Set it, or let NTP do so."
            )
        case .noSharedStore:
            Meaning(
                "A node was told where others reach it, but not which database they share.",
                "Name it with `--store`."
            )
        case .fleetRuns:
            Meaning(
                "Nodes share the database, and this server was not told to be one of them. If it started first, this is in its log.",
                "Give it `--node-address`."
            )
        }
    }
}

extension PathFault: Explained {
    static var samples: [Self] {
        let (root, daemon) = (SystemUser(0), SystemUser(1))
        return [
            .foreign(path: "/var/lib/tickwire", .folder, owner: daemon, wanted: root),
            .foreign(path: "/var/lib/tickwire/users.sqlite", .file, owner: daemon, wanted: root),
            .foreign(path: "/home/ada", .ancestor, owner: daemon, wanted: root),
            .foreignLink(path: "/var/lib/tickwire", owner: daemon),
            .writable(path: "/var/lib/tickwire", mode: 0o775), .notAFolder("/var/lib/tickwire"),
            .notAFile("/var/backups/tickwire"),
            .tooManyLinks("/var/lib/tickwire"), .changed("/var/lib/tickwire"),
            .system(path: "/var/lib/tickwire", SystemError("Input/output error")),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .foreign, .foreignLink, .writable:
            Meaning("Another user of the machine can change the path.", "What the message says.")
        case .notAFolder, .notAFile: Meaning("Something else is there.", "Give another path, or move it away.")
        case .tooManyLinks: Meaning("Links lead to links.", "Give the path that they lead to.")
        case .changed: Meaning("Somebody was changing the folders at that moment.", "See who can write to them.")
        case .system: Meaning("The system cannot read the path.", "Fix what it names.")
        }
    }
}

extension UserError: Explained {
    static var samples: [Self] {
        [
            .invalidName("ada lovelace"), .password(.empty), .password(.tooLong(bytes: 2000)), .unknownName("bob"),
            .noDatabase("/var/lib/tickwire"), .backupOverData("/var/lib/tickwire/users.sqlite"),
            .backupIsFolder("/var/backups"), .noBackup("/var/backups/users.sqlite"),
            .unreadableBackup("/var/backups/users.sqlite", SystemError("Permission denied")),
            .unwritableBackup("/root/users.sqlite", SystemError("Permission denied")),
            .badBackup("/var/backups/users.sqlite", reason: "it is not a backup of Tickwire's accounts"),
            .badDatabase(
                "/var/lib/tickwire/users.sqlite",
                reason: "it is damaged: Tree 9 page 9: btreeInitPage() returns error code 11"
            ),
            .badDatabase("/var/lib/tickwire/users.sqlite", reason: "it has no accounts of Tickwire"),
            .diskFull("/var/lib/tickwire/users.sqlite"), .password(.tooShort(characters: 5)), .severalLines,
            .unknownDevice(DeviceID(rawValue: 7), of: "ada"), .noKey("/var/lib/tickwire"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .invalidName:
            Meaning("`user add` with a name that has other characters. The status is 64.", "Choose another name.")
        case .password: Meaning("`user add` or `user password` with such a line.", "Give another password.")
        case .severalLines: Meaning("The same with two lines. Nothing was stored.", "What the message says.")
        case .unknownName: Meaning("Nobody has this name.", "`user list` lists the users.")
        case .noDatabase:
            Meaning("The folder is not a server's data folder, or nobody was added.", "Check `--data`, or add a user.")
        case .backupOverData: Meaning("The backup would replace the database itself.", "Give another path.")
        case .backupIsFolder: Meaning("The path for the backup is a folder.", "Give the path of a file.")
        case .unreadableBackup: Meaning("The system cannot read the backup.", "Fix what it names.")
        case .unwritableBackup:
            Meaning("The system refuses the backup's folder to the owner of the data folder.", "Give another folder.")
        case .badBackup: Meaning("The file is damaged or is not a backup.", "Restore another backup.")
        case .badDatabase:
            Meaning(
                "`backup` has checked its copy. The database is damaged, or is not Tickwire's. No file was replaced.",
                "Restore the latest backup. What users have changed since is lost."
            )
        case .diskFull:
            Meaning(
                "The disk of the named file is full, or a quota is used up. Database and earlier backups are unchanged.",
                "Free space there, and run the command again."
            )
        case .noBackup: Meaning("There is no file to restore at the path.", "Check the path.")
        case .noKey:
            Meaning(
                "`user invite` before the server's first start, or with another data folder than the server's.",
                "What the message says."
            )
        case .unknownDevice: Meaning("The device is signed out, or never was.", "`device list` lists the devices.")
        }
    }
}

extension AdminError: Explained {
    static var samples: [Self] {
        let endpoint = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 7480)
        return [
            .unreachable(endpoint, reason: "nothing listens there"), .noAnswer(endpoint),
            .refused(
                endpoint,
                status: "421 Misdirected Request",
                words: "This port does not answer for that host. The operator can name it: 'run --admin-host NAME'."
            ),
            .otherProgram(endpoint),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .unreachable: Meaning("`status` where no server runs, or with another port.", "What the message says.")
        case .noAnswer:
            Meaning("`status` at a port that speaks TLS, or where terminals connect.", "What the message says.")
        case .refused: Meaning("The server refuses what `status` asked.", "What its answer says.")
        case .otherProgram: Meaning("Another program, or an earlier version, has the port.", "Check the address.")
        }
    }
}

extension DrainError: Explained {
    static var samples: [Self] {
        [
            .noServer("/var/lib/tickwire"), .notAsked("/var/lib/tickwire"),
            .refused(process: 4711, reason: "Operation not permitted"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .noServer: Meaning("`drain` where no server runs.", "Check the folder.")
        case .notAsked:
            Meaning("`drain` of a private server, or of one of an earlier version.", "What the message says.")
        case .refused: Meaning("Another user runs the server, or it runs in a container.", "What the message says.")
        }
    }
}

extension SharedAddress: Explained {
    static var samples: [Self] { [.leaders("node1.example.com:7443"), .followers("node1.example.com:7443")] }

    var meaning: Meaning {
        switch self {
        case .leaders:
            Meaning(
                "Two nodes have the same `--node-address`. In the log, at `/readyz` and from `status`.",
                "Correct one."
            )
        case .followers: Meaning("The same, in the log and from `status` of the node that they follow.", "Correct one.")
        }
    }
}

extension StoreMoveError: Explained {
    static var samples: [Self] {
        [
            .sameKind, .folderHasDatabase("/var/lib/tickwire"), .databaseHasAccounts(3), .databaseInUse(connections: 8),
            .different,
        ]
    }

    var meaning: Meaning {
        switch self {
        case .sameKind:
            Meaning("`migrate` between two folders or two databases. The status is 64.", "What the message says.")
        case .folderHasDatabase: Meaning("`migrate` to a folder that is in use.", "Give another folder.")
        case .databaseHasAccounts: Meaning("`migrate` to a database that is in use.", "Give an empty one.")
        case .databaseInUse: Meaning("Nodes or commands of `tickwire-server` are running.", "Stop them first.")
        case .different: Meaning("A fault of a disk or of memory has changed the copy.", "What the message says.")
        }
    }
}

extension UserStoreError: Explained {
    static var samples: [Self] {
        [
            .nameTaken("ada"), .passwordChanged,
            .unreadable(path: "/var/lib/tickwire/users.sqlite", reason: "Permission denied"),
            .diskFull(path: "/var/lib/tickwire/users.sqlite"),
            .damaged(path: "/var/lib/tickwire/users.sqlite", reason: "file is not a database"),
            .newer(path: "/var/lib/tickwire/users.sqlite", migration: "10"), .noFleet,
        ]
    }

    /// The sample must not tell who runs the tests.
    var words: String { description.replacing("\(SystemUser.current)", with: "tickwire (uid 998)") }

    var meaning: Meaning {
        switch self {
        case .nameTaken: Meaning("`user add` with a name that is taken.", "Choose another name.")
        case .noFleet:
            Meaning(
                "An address of a database was given to a program that was built without PostgreSQL.",
                "Build the program with it, or name a data folder."
            )
        case .passwordChanged: Meaning("The password was changed while somebody logged in.", "Log in with the new one.")
        case .newer:
            Meaning(
                "A newer version has changed the tables, or has written the backup that `restore` reads.",
                "What the message says. The way back to the old version is a backup from before the upgrade."
            )
        case .unreadable:
            Meaning(
                "The folder is missing or belongs to another user, or the disk is full.",
                "Fix what the message names."
            )
        case .diskFull:
            Meaning("From a command, or in the log of a server that cannot store changes.", "What the message says.")
        case .damaged:
            Meaning(
                "A disk has damaged the file, or another program has written it. Nothing was changed.",
                "What the message says. With `--data`, `restore` needs the same folder."
            )
        }
    }
}

extension OperatorOutcome: Explained {
    static var samples: [Self] {
        [
            .added(user: "ada"), .invited(user: "ada"), .passwordSet(user: "ada", signsOut: false),
            .passwordSet(user: "ada", signsOut: true),
            .deviceSignedOut(DeviceID(rawValue: 7), user: "ada"), .removed(user: "ada"),
            .backedUp(file: "/var/backups/users.sqlite"), .restored(file: "/var/backups/users.sqlite"),
            .moved(place: "postgres://tickwire@db.example.com/tickwire", hash: "0f3c5d6e7a8b9c01"),
            .drained(folder: "/var/lib/tickwire"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .added: "`user add` is done."
        case .invited: Meaning("`user invite` has printed a link in a terminal.", "What the message says.")
        case .passwordSet: "`user password` is done."
        case .deviceSignedOut: "`device revoke` is done. A running server closes the device's connections."
        case .removed: "`user remove` is done."
        case .backedUp: "`backup` is done."
        case .restored: "`restore` is done. A running server closes all connections, and terminals come back."
        case .moved: "`migrate` is done, and both ends have the same content. The source is as it was."
        case .drained: "`drain` is done, and the server has ended."
        }
    }
}

extension ReplayError: Explained {
    static var samples: [Self] {
        let (folder, plan) = ("/srv/recorded", "/srv/recorded/replay.json")
        return [
            Self(folder, .notFound), Self(folder, .noRecordings), Self(folder, .missing(file: "btc.csv")),
            Self(plan, .malformed("a comma is missing")), Self(plan, .speed), Self(plan, .unreadable),
            Self("/srv/recorded/recording.jsonl", .noAnswer(line: 7)),
            Self("/srv/recorded/btc.csv", .noMinutes(rows: 1, lines: 90)),
            Self("/srv/recorded/btc.csv", .noScale("-1")),
        ]
    }

    var meaning: Meaning {
        switch reason {
        case .notFound, .noRecordings: Meaning("`--replay` names the wrong folder or file.", "Check the path.")
        case .missing: Meaning("The plan names a file that is not there.", "Correct the name, or put the file there.")
        case .malformed, .speed: Meaning("`replay.json` is wrong.", "Correct it; docs/MOCK.md describes it.")
        case .unreadable: Meaning("The system cannot read the file.", "Fix its owner or mode.")
        case .noAnswer: Meaning("The recording was changed or is damaged.", "Remove the line, or record again.")
        case .noMinutes: Meaning("The file of a series has something else in it.", "docs/MOCK.md describes its form.")
        case .noScale: Meaning("`scale` in `replay.json` is wrong.", "Write a number above 0, as text.")
        }
    }
}

extension APIKeyFault: Explained {
    static var samples: [Self] {
        let (variable, path) = ("TICKWIRE_COINMARKETCAP_KEY", "/run/secrets/key")
        return [
            .malformed(variable: variable), .malformedFile(variable: variable, path: path),
            .unreadableFile(variable: variable, path: path, reason: "Permission denied"),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .malformed, .malformedFile:
            Meaning(
                "Something else than one key is there, such as two keys or a key with a line break. The status is 64.",
                "What the message says."
            )
        case .unreadableFile:
            Meaning(
                "The server's user cannot read a provider's key. The status is 64.",
                "Fix the file's owner or mode."
            )
        }
    }
}

extension ServerCertificate.Refusal: Explained {
    static var samples: [Self] { [.expired, .notValidBefore(MarketTime(seconds: 1_800_000_000))] }

    var words: String { "the new certificate is not used: \(self)" }

    var meaning: Meaning {
        switch self {
        case .expired: Meaning("The certificate in the new file has expired.", "Put a valid certificate there.")
        case .notValidBefore: "The new certificate becomes valid later. The server uses it from then on."
        }
    }
}
