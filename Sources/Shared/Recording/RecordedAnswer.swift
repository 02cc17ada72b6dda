/// One answer of a provider as it lies on disk, without its body, which is a file of its own. `run --record` writes these
/// and the mock's replay reads them; docs/MOCK.md describes the files for people.
public struct RecordedAnswer: Equatable, Sendable {
    /// The index in a folder of recordings: one of these in JSON on each line, in the order in which they arrived.
    public static let indexName = "recording.jsonl"

    public var method = "GET"
    /// From the root, without the query.
    public var path: String
    /// Without keys.
    public var query: [String: String] = [:]
    public var status = 200
    /// Of the answer.
    public var headers: [String: String] = [:]
    /// Where the body lies, from the index's folder; nil: there is none.
    public var file: String?
    /// When it arrived, ISO 8601.
    public var time: String?

    public init(path: String) { self.path = path }

    /// A file name that tells what is inside: `000012-GET-market-history-kline.json`.
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
