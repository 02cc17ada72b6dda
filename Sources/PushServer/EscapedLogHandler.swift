package import Logging
internal import Shared

/// Escapes what goes into a log: one entry stays one line, and nothing in it can control its reader's terminal.
package struct EscapedLogHandler: LogHandler {
    private var inner: any LogHandler

    package init(_ inner: any LogHandler) {
        self.inner = inner
        if let provider = inner.metadataProvider { self.inner.metadataProvider = provider.escaped }
    }

    package var logLevel: Logger.Level {
        get { inner.logLevel }
        set { inner.logLevel = newValue }
    }

    package var metadataProvider: Logger.MetadataProvider? {
        get { inner.metadataProvider }
        set { inner.metadataProvider = newValue?.escaped }
    }

    package var metadata: Logger.Metadata {
        get { inner.metadata }
        set { inner.metadata = newValue.escaped }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { inner[metadataKey: key] }
        set { inner[metadataKey: key.escaped] = newValue?.escaped }
    }

    package func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.escaped)"
        var metadata = event.metadata
        if let error = event.error { metadata = (metadata ?? [:]).merging(["error": "\(error)"]) { told, _ in told } }
        event.error = nil
        event.metadata = metadata?.escaped
        inner.log(event: event)
    }
}

extension Logger.MetadataProvider {
    fileprivate var escaped: Self { Self { get().escaped } }
}

extension [String: Logger.MetadataValue] {
    fileprivate var escaped: Self {
        Dictionary(map { ($0.key.escaped, $0.value.escaped) }) { first, _ in first }
    }
}

extension Logger.MetadataValue {
    fileprivate var escaped: Self {
        switch self {
        case .string(let text): .string(text.escaped)
        case .stringConvertible(let value): .string(value.description.escaped)
        case .array(let values): .array(values.map(\.escaped))
        case .dictionary(let metadata): .dictionary(metadata.escaped)
        }
    }
}
