/// One answer of a provider as it is stored on disk. Its body is in a separate file. `run --record` writes these, and
/// the mock's replay reads them. docs/MOCK.md describes the files.
public struct RecordedAnswer: Equatable, Sendable {
    /// The index in a folder of recordings: one of these as JSON on each line, in the order of arrival.
    public static let indexName = "recording.jsonl"

    public var method = "GET"
    /// From the root, without the query.
    public var path: String
    /// Without keys.
    public var query: [String: String] = [:]
    public var status = 200
    /// The headers of the answer.
    public var headers: [String: String] = [:]
    /// The body's file, relative to the index's folder; nil if there is none.
    public var file: String?
    /// The time of arrival, ISO 8601.
    public var time: String?

    public init(path: String) { self.path = path }

    /// A file name that describes the contents: `000012-GET-market-history-kline.json`.
    public static func fileName(number: Int, method: String, path: String) -> String {
        let digits = String(number)
        let words = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }.joined(separator: "-")
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "-\(method)-\(words.prefix(80)).json"
    }
}

extension RecordedAnswer: Codable {
    private enum CodingKeys: String, CodingKey {
        case method, path, query, status, headers, file, time
    }

    /// Only the path is required, so that an index can be written by hand.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(path: try fields.decode(String.self, forKey: .path))
        method = try fields.decodeIfPresent(String.self, forKey: .method) ?? method
        query = try fields.decodeIfPresent([String: String].self, forKey: .query) ?? query
        status = try fields.decodeIfPresent(Int.self, forKey: .status) ?? status
        headers = try fields.decodeIfPresent([String: String].self, forKey: .headers) ?? headers
        file = try fields.decodeIfPresent(String.self, forKey: .file)
        time = try fields.decodeIfPresent(String.self, forKey: .time)
    }
}
