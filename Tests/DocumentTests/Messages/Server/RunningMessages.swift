import Shared

@testable import PushServer

/// What a server says of itself and of its surroundings while it runs.
enum RunningMessages {
    static let all =
        Message.all(ProxyHeaderError.self) + Message.all(ParentError.self) + [
            Message(
                following(TLSError.keyChanged(expected: .sample, presented: .other)),
                Meaning("The nodes of a fleet show different keys.", "What the message says.")
            ),
            Message(
                "no listing has come yet",
                Meaning("The server has just started, or no provider sends a listing.", "Wait, or see `status`.")
            ),
            Message("no market has come yet", "The same, of a node: no other node has sent the market."),
            Message(
                "this node has not heard the leader yet",
                Meaning("The node has just started, or no other node leads.", "Wait, or see `status`.")
            ),
            Message(
                "the leader was heard 12 s ago",
                Meaning("The leading node has ended, or the network between the nodes fails.", "See `status`.")
            ),
            Message(
                DatabaseSilence(time: .seconds(34)).words ?? "",
                Meaning(
                    "Only at `/readyz` and from `status`: the database is down, or the network between it and this node fails. Connected terminals have prices.",
                    "See the node's log, and `status` of the other nodes."
                )
            ),
            Message(
                "this machine's clock is 40 s ahead of the database's; set both, because all nodes go by the database's",
                Meaning("One of the two clocks is wrong.", "What the message says.")
            ),
            Message(
                "Binance's clock is 40 s ahead of this server's; ages are measured by this server's",
                Meaning("One of the two clocks is wrong.", "Check this machine's clock.")
            ),
            Message("Binance's clock agrees with this server's again", "The difference has gone."),
            Message(
                "The process has no file descriptor of 1024 left for another connection. New connections wait until there is one; open connections continue. Allow it more (LimitNOFILE= of the systemd unit, ulimit -n), or lower --max-connections.",
                shortage
            ),
            Message(
                "The system has no file descriptor left for any process. New connections wait until there is one; open connections continue. Find out who holds them (lsof), or raise fs.file-max.",
                shortage
            ),
            Message(
                "The system has no memory left for new connections. They wait until there is some; open connections continue.",
                Meaning("The machine is too small for so many connections.", "Free memory, or add some.")
            ),
            Message(
                "Others can read the private key /etc/tickwire/key.pem. Run: chmod 600 /etc/tickwire/key.pem",
                Meaning("The file's mode is too open.", "What the message says.")
            ),
            Message(
                "The certificate in /etc/tickwire/cert.pem has expired. Only clients that pin its key will connect.",
                Meaning("The certificate was not renewed.", "Renew it.")
            ),
            Message(
                "its certificate has expired; renew it",
                Meaning("The same, from `status`.", "What the message says.")
            ),
            Message(
                "The certificate in /etc/tickwire/cert.pem is not valid before 2027-01-15T08:00:00Z. Until then, only clients that pin its key will connect.",
                Meaning("The certificate becomes valid later, or this machine's clock is behind.", "Check the clock.")
            ),
        ]

    private static let shortage = Meaning("The system allows no more open connections.", "What the message says.")

    fileprivate static func following(_ error: any Error) -> String {
        "the node at node1.example.com:7443 cannot be followed: \(ParentError.words(for: error))"
    }
}

extension ProxyHeaderError: Explained {
    static var samples: [Self] {
        [.missing, .version(1), .command(7), .tooShort(8, least: 12), .tooLong(9000), .late]
    }

    var meaning: Meaning {
        switch self {
        case .missing:
            Meaning(
                "The address is in `--proxy-from`, but it is not a balancer's, or the balancer sends no header.",
                "What the message says."
            )
        case .version: Meaning("The balancer sends the older header, which is text.", "What the message says.")
        case .command, .tooShort, .tooLong:
            Meaning("What came is not a header of PROXY version 2.", "Check the balancer's settings.")
        case .late: Meaning("The balancer has connected and sent nothing.", "Check the balancer's health checks.")
        }
    }
}

extension ParentError: Explained {
    static var samples: [Self] {
        let departures: [FollowerRules.Departure] = [.ring, .itself, .oldTerm, .noBeat, .otherLeader]
        let others: [Self] = [
            .badAddress("node1"), .closed(.badLogin), .closed(.drained), .lost, .mockMarket, .realMarket,
        ]
        return others + departures.map { Self.left($0) }
    }

    var words: String { RunningMessages.following(self) }

    var meaning: Meaning {
        switch self {
        case .badAddress: Meaning("`--node-address` of that node is wrong.", "Correct it.")
        case .closed(.badLogin): Meaning("The two nodes use different databases.", "What the message says.")
        case .closed, .lost, .left(.oldTerm), .left(.noBeat), .left(.otherLeader):
            "The node stops, or has lost the leader. This node looks for another one."
        case .left(.itself): Meaning("`--node-address` of that node leads to this one.", "Correct it.")
        case .realMarket:
            Meaning(
                "That node has `--market live`, and this one has `--market mock`. Until it restarts, it does not lead.",
                "What the message says."
            )
        case .mockMarket:
            Meaning("That node has `--market mock`, and this one has `--market live`.", "What the message says.")
        case .left(.ring): "Two nodes have chosen each other. One of them looks for another node."
        }
    }
}
