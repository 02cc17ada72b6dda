import Foundation
import Shared
import Testing

@testable import PushServer

/// Recorded answers of the real providers. They are kept beside the project and not in it.
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
    static func answer(_ path: String, status: Int = 200, arrived: MarketTime = testTime) throws -> HTTPAnswer {
        HTTPAnswer(status: status, body: try bytes(path), arrived: arrived)
    }

    /// A sample of the documentation, where method, path and a flag precede the JSON.
    static func documented(_ path: String) throws -> HTTPAnswer {
        HTTPAnswer(status: 200, body: Array(try bytes(path).drop { $0 != UInt8(ascii: "{") }), arrived: testTime)
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: #require(folder).appending(path: path)))
    }
}

extension Trait where Self == ConditionTrait {
    static var ifRecorded: Self {
        .enabled(if: RecordedData.isHere, "needs the recorded answers in shared/data, above the project")
    }
}
