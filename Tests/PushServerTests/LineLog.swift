import Logging
import NIOConcurrencyHelpers

/// Keeps the messages of a log.
struct LineLog: LogHandler {
    let lines: NIOLockedValueBox<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.withLockedValue { $0.append("\(event.message)") } }
}
