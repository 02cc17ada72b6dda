internal import Foundation
internal import Observation

/// Lines for a pipe or a terminal.
///
/// Writing blocks while the reader is slow, and so blocks what feeds it. Then the server merges what is not read. A
/// reader that has gone (`tickwire watch | head`) is a normal end and not an error.
@MainActor
@Observable
package final class LineOutput {
    package private(set) var isClosed = false
    @ObservationIgnored private let file: FileHandle

    package init(descriptor: Int32) {
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        signal(SIGPIPE, SIG_IGN)
    }

    package func write(_ lines: [String]) {
        if lines.isEmpty || isClosed { return }
        do {
            try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            isClosed = true
        }
    }
}
