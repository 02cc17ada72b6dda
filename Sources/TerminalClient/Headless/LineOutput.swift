internal import Observation
internal import PlatformKit
package import Shared

/// Lines for a pipe or a terminal.
///
/// Writing blocks while the reader is slow, so the caller stops reading, and the server merges the changes. A reader
/// that has gone (`tickwire watch | head`) is a normal end and not an error.
@MainActor
@Observable
package final class LineOutput {
    package private(set) var isClosed = false
    /// Why lines were lost; nil if none were, or if the reader has gone.
    @ObservationIgnored package private(set) var fault: SystemError?
    @ObservationIgnored private let output: Descriptor

    package init(_ output: Descriptor) {
        self.output = output
        signal(SIGPIPE, SIG_IGN)
    }

    package func write(_ lines: [String]) {
        if lines.isEmpty || isClosed { return }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        if output.writeAll(bytes) { return }
        let code = errno
        fault = code == EPIPE ? nil : SystemError(code: code)
        isClosed = true
    }
}
