package import Shared

/// A way of delivery as JSON and as text. Secrets are left out unless the user asks for them.
package struct DeliveryReport: ReportRow, Sendable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, kind, url, secret, state, since, problem, lost
    }

    package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

    private let id: String
    private let name: String
    private let kind: String
    private let url: String
    private let secret: String?
    private let state: String
    private let since: String?
    private let problem: String?
    private let lost: UInt32

    /// - Parameter secrets: whether to show secrets. The path of a webhook's address is one, too.
    package init(_ way: DeliveryWay, of user: UserTable, secrets: Bool) {
        let noted = user.state(of: way.id)
        (id, name, kind) = (way.id.description, way.name, way.kind.rawValue)
        let isHidden = way.kind == .webhook && !secrets && way.address.path.count > 1
        url = isHidden ? way.address.origin + "/…" : way.address.text
        secret = secrets && !way.secret.isEmpty ? way.secret : nil
        state =
            switch noted?.phase {
            case .delivered: "delivered"
            case .failing: "failing"
            case nil where (noted?.test ?? 0) == 0: "unused"
            case nil: noted?.testProblem.isEmpty == true ? "tested" : "test failed"
            }
        since = noted?.phase == nil ? nil : noted?.since.shortISO8601
        let isTroubled = noted?.phase == .failing || noted?.lost ?? 0 > 0
        problem = isTroubled ? noted?.problem : nil
        lost = noted?.lost ?? 0
    }

    package static func all(of user: UserTable, secrets: Bool) -> [DeliveryReport] {
        user.deliveries.map { DeliveryReport($0, of: user, secrets: secrets) }
    }

    package static func text(of reports: [DeliveryReport]) -> String {
        if reports.isEmpty { return EmptyReport.deliveries.description }
        let rows = reports.map { report in
            let lost = report.lost > 0 ? "\(report.state), \(report.lost) lost" : report.state
            return [report.id, report.name, report.kind, report.url, lost, report.secret ?? "", report.problem ?? ""]
                .map(\.escaped)
        }
        let head = ["ID", "NAME", "KIND", "ADDRESS", "STATE", "SECRET", "PROBLEM"]
        // A column without any text is left out.
        let columns = head.indices.filter { column in column < 5 || rows.contains { !$0[column].isEmpty } }
        return TextTable.text(
            of: ([head] + rows).map { row in columns.map { row[$0] } },
            isText: columns.map { _ in true }
        )
    }
}

/// The result of a test message.
package struct DeliveryTestReport: ReportRow, Sendable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case name, kind, delivered, problem }

    package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

    private let name: String
    private let kind: String
    package let delivered: Bool
    private let problem: String?
    package let text: String

    /// - Parameter number: the number of the test.
    init(_ way: DeliveryWay, _ number: UInt32, of user: UserTable) {
        (name, kind) = (way.name, way.kind.rawValue)
        let result = DeliveryTestResult(way.id, number, of: user)
        (delivered, problem) = (result == .delivered, result.problem)
        text = result.words(of: name)
    }
}

extension DeliveryTestResult {
    fileprivate init(_ way: DeliveryID, _ number: UInt32, of user: UserTable) {
        let state = user.state(of: way)
        self =
            if user.delivery(way) == nil {
                .removed
            } else if state?.test != number {
                .replaced
            } else {
                state.flatMap { $0.testProblem.isEmpty ? nil : Self.failed($0.testProblem) } ?? .delivered
            }
    }
}

extension HeadlessClient {
    /// Asks the server for one test message by each of these ways, and waits for all results.
    /// - Throws: `ConnectionError`, `MutationRefused`
    package func test(_ ways: [DeliveryWay]) async throws -> [DeliveryTestReport] {
        let number = UInt32.random(in: 1 ... .max)
        try await apply { _ in .test(ways, number: number) }
        try await untilTested(ways.map(\.id), number)
        return ways.map { DeliveryTestReport($0, number, of: link.user.table) }
    }
}

extension UserTable {
    /// The ways that a user may mean by a name, in any case, or by an id.
    package func deliveries(named name: String) -> [DeliveryWay] {
        deliveries.filter { $0.name.lowercased() == name.lowercased() || "\($0.id)" == name.lowercased() }
    }
}
