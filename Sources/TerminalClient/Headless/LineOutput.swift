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
    @ObservationIgnored private let output: Descriptor

    package init(_ output: Descriptor) {
        self.output = output
        signal(SIGPIPE, SIG_IGN)
    }

    package func write(_ lines: [String]) {
        if lines.isEmpty || isClosed { return }
        isClosed = !output.writeAll(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}
