import ArgumentParser
import PushServer
import Shared

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell how running servers are: who leads, how old their market is, and how many terminals they have.",
        discussion: """
            It asks the admin port of each server. LOST counts changes of users at other nodes of which no hint came, and REPAIRED \
            those that the comparison with the database found before a hint did; users notice neither. The status is 1 if a \
            server does not answer.
            """
    )

    @Option(
        name: .customLong("admin"),
        help: ArgumentHelp(
            "The admin port of a server, HOST:PORT; repeatable, one for each node. (default: 127.0.0.1:7480)",
            valueName: "address"
        ),
        transform: { try ListenAddress($0) }
    )
    var admins: [ListenAddress] = []

    @Flag(help: "Print JSON: an array with an object for each server.")
    var json = false

    func run() async throws {
        let asked = admins.isEmpty ? [ListenAddress(host: "127.0.0.1", port: 7480)] : admins
        let answers = await withTaskGroup(of: (Int, ServerAnswer).self) { asking in
            for (place, admin) in asked.enumerated() {
                asking.addTask { (place, await ServerAnswer(of: admin.endpoint)) }
            }
            return await asking.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        if json {
            CommandOutput.json(NodeReport.text(of: answers))
        } else {
            for line in StatusTable(answers).lines { CommandOutput.line(line) }
        }
        if answers.contains(where: { $0.error != nil }) { throw ExitCode.failure }
    }
}

/// What a server has answered, or why it has not.
struct ServerAnswer: Encodable, Sendable {
    let admin: String
    var server: NodeReport?
    var error: String?

    init(of endpoint: ServerConfiguration.Endpoint) async {
        admin = "\(endpoint)"
        do throws(AdminError) {
            server = try await AdminClient(endpoint: endpoint).report()
        } catch {
            self.error = "\(error)"
        }
    }
}

/// The answers as an operator reads them.
struct StatusTable {
    private static let head = ["ADMIN", "ROLE", "TERM", "LAG", "TERMINALS", "LOST", "REPAIRED", "STATE"]

    let lines: [String]

    init(_ answers: [ServerAnswer]) {
        let rows = [Self.head] + answers.map(Self.cells)
        let widths = Self.head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        lines = rows.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return padded.joined(separator: "  ").trimmed
        }
    }

    private static func cells(_ answer: ServerAnswer) -> [String] {
        guard let server = answer.server else {
            return [answer.admin] + Array(repeating: "-", count: 6) + [answer.error ?? "no answer"]
        }
        guard let fleet = server.fleet else {
            return [answer.admin, "alone", "-", "-", "\(server.terminals)", "-", "-", server.state]
        }
        return [
            answer.admin, fleet.role.rawValue, "\(fleet.term)", fleet.lagMilliseconds.map { "\($0) ms" } ?? "-",
            "\(server.terminals)", "\(fleet.hintsLost)", "\(fleet.hintsRepaired)", server.state,
        ]
    }
}

extension NodeReport {
    /// Whether the server is ready, and what its operator should know.
    var state: String {
        let isMock = market == ServerConfiguration.Market.Kind.mock.rawValue
        let kind = isMock ? ", mock market" : ""
        if let problem { return "not ready\(kind): \(problem)" }
        let warnings = [warning, fleet?.warning].compactMap(\.self).joined(separator: "; ")
        return "ready\(kind)" + (warnings.isEmpty ? "" : ", but \(warnings)")
    }
}
