#if FLEET
    import Shared
    import TerminalClient
    import Testing

    @testable import PushServer

    /// Nodes in processes of their own, with one certificate, on one database.
    @MainActor
    final class ProcessFleet {
        let pin: PublicKeyPin
        private let directory: String
        private let arguments: [String]
        private var nodes: [ServerBinary] = []

        /// - Parameter options: of each node, besides those that make it one.
        init(in directory: String, sharing database: String, _ options: [String] = []) throws {
            let certificate = try IssuedCertificate(in: directory + "/certificate")
            (pin, self.directory) = (certificate.pin, directory)
            arguments =
                [
                    "--store", database, "--node-address", "127.0.0.1:0", "--certificate",
                    certificate.files.certificate, "--key", certificate.files.key,
                ] + options
        }

        func start() async throws { nodes.append(try await node(nodes.count, port: 0)) }

        private func node(_ number: Int, port: Int) async throws -> ServerBinary {
            try await ServerBinary.start(in: "\(directory)/node\(number)", port: port, arguments: arguments)
        }

        /// All nodes, from this number on.
        func address(from number: Int) throws -> ServerAddress {
            let ports = nodes.indices.map { nodes[($0 + number) % nodes.count].port }
            return try ServerAddress(checking: ports.map { "127.0.0.1:\($0)" }.joined(separator: ","))
        }

        func killAndRestart(_ number: Int) async throws {
            await nodes[number].kill()
            nodes[number] = try await node(number, port: nodes[number].port)
        }

        func hashMismatches(of number: Int) async throws -> Int {
            try await nodes[number].hashMismatches().users
        }

        /// - Returns: the number of the node that leads, once one does.
        func leader() async throws -> Int {
            while true {
                try Task.checkCancellation()
                for number in nodes.indices {
                    if try await status(of: number)?.role == .leader { return number }
                }
            }
        }

        /// - Returns: how many nodes lead, once the others follow.
        func untilOneLeads() async throws -> Int {
            while true {
                try Task.checkCancellation()
                var roles: [FleetStatus.Role] = []
                for number in nodes.indices {
                    guard let status = try await status(of: number) else { continue }
                    if status.follows != nil || status.role == .leader { roles.append(status.role) }
                }
                if roles.count == nodes.count { return roles.count { $0 == .leader } }
            }
        }

        private func status(of number: Int) async throws -> FleetStatus? {
            let port = try #require(nodes[number].admin.split(separator: ":").last.flatMap { Int($0) })
            return try await AdminClient(endpoint: .init(host: "127.0.0.1", port: port)).report().fleet
        }

        func stop() async { for node in nodes { await node.stop() } }
    }
#endif
