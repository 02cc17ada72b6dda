import ArgumentParser
import PushServer

/// How much the server takes on.
struct LimitOptions: ParsableArguments {
    @Option(help: "How many connections the server takes in all.")
    var maxConnections = 16_000

    @Option(help: "How many connections it takes from one address.")
    var maxConnectionsPerAddress = 1_000

    @Option(help: "How many terminals of one user may be connected.")
    var maxConnectionsPerUser = 100

    func validate() throws {
        let all = [
            ("--max-connections", maxConnections), ("--max-connections-per-address", maxConnectionsPerAddress),
            ("--max-connections-per-user", maxConnectionsPerUser),
        ]
        for (name, value) in all where value < 1 {
            throw ValidationError("\(name) \(value) is out of range; use 1 or more")
        }
    }

    func apply(to configuration: inout ServerConfiguration) {
        configuration.connectionsMax = maxConnections
        configuration.connectionsPerAddress = maxConnectionsPerAddress
        configuration.connectionsPerUser = maxConnectionsPerUser
    }
}
