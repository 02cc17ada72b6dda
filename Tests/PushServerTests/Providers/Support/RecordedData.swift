import Foundation
import Testing

@testable import PushServer

/// Recorded answers of the real providers, which lie beside the project and not in it.
enum RecordedData {
    static let folder: URL? = {
        var candidate = URL(filePath: #filePath)
        while candidate.path != "/" {
            candidate.deleteLastPathComponent()
            let data = candidate.appending(path: "shared/data")
            if FileManager.default.fileExists(atPath: data.path) { return data }
        }
        return nil
    }()

    static var isHere: Bool { folder != nil }

    /// A recorded body as if it had just arrived.
    static func answer(_ path: String, status: Int = 200) throws -> HTTPAnswer {
        let data = try Data(contentsOf: #require(folder).appending(path: path))
        return HTTPAnswer(status: status, body: Array(data), arrived: testTime)
    }
}

extension Trait where Self == ConditionTrait {
    static var ifRecorded: Self {
        .enabled(if: RecordedData.isHere, "needs the recorded answers in shared/data, above the project")
    }
}
