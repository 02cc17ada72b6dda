import ArgumentParser
import PushServer

/// How a server takes part in a fleet.
struct NodeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Makes the server a node of the fleet that shares --store: where the other nodes reach it, HOST:PORT; port 0 stands for that of --listen.",
            valueName: "address"
        ),
        transform: { try ListenAddress($0) }
    )
    var nodeAddress: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "A node to follow rather than the leader, which makes a tree of a large fleet; it must show the same certificate; repeatable.",
            valueName: "address"
        ),
        transform: { try ListenAddress($0) }
    )
    var follow: [ListenAddress] = []

    var node: ServerConfiguration.Node? {
        nodeAddress.map { ServerConfiguration.Node(address: $0.endpoint, parents: follow.map(\.endpoint)) }
    }

    /// - Parameter store: the value of `--store`.
    func check(with store: String?) throws {
        if nodeAddress != nil, store == nil {
            throw ValidationError(
                "--node-address needs the database of all nodes; name it with --store postgres://USER@HOST/NAME"
            )
        }
        if nodeAddress == nil, !follow.isEmpty {
            throw ValidationError("--follow is for nodes; give --node-address, too")
        }
        if let own = nodeAddress?.endpoint, follow.contains(where: { $0.endpoint == own }) {
            throw ValidationError("--follow \(own) is this node's own address; name another node, or none")
        }
        if let nodeAddress, ["0.0.0.0", "::"].contains(nodeAddress.host) {
            throw ValidationError("--node-address \(nodeAddress.host) leads nowhere; give an address of this machine")
        }
    }
}
