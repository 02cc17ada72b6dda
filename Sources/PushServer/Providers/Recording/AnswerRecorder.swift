internal import Dispatch
package import Logging
internal import Shared
internal import Synchronization

/// Writes the answers of live providers into a folder that the mock can replay: `run --record DIR`.
///
/// Keys are never recorded: requests are stored without header fields, and a key that a provider repeats is blanked
/// out. Files are written on a separate queue, never on an event loop or in the cooperative pool. A disk error ends
/// the recording with one warning and does not affect the server.
package final class AnswerRecorder: Sendable {
    private struct State {
        var folder: RecordingFolder?
        var waiting = 0
        /// How many answers were left out, because too many waited.
        var left = 0
    }

    private let queue = DispatchQueue(label: "tickwire.recorder", qos: .utility)
    /// The folder is used only on `queue`. The lock is never held during a write.
    private let state: Mutex<State>
    private let limits: RecordingLimits
    private let logger: Logger

    /// - Throws: `ServerError.unwritableRecording`
    package init(
        directory: String,
        limits: RecordingLimits = RecordingLimits(),
        logger: Logger
    ) throws(ServerError) {
        self.limits = limits
        self.logger = logger
        do throws(SystemError) {
            state = Mutex(State(folder: try RecordingFolder(directory)))
        } catch {
            throw .unwritableRecording(path: directory, reason: error.description)
        }
    }

    /// Queues the answer for recording, and returns at once.
    package func record(_ endpoint: Endpoint, _ answer: HTTPAnswer) {
        let isTaken = state.withLock { state in
            if state.folder == nil { return false }
            if state.waiting == limits.waiting {
                state.left += 1
                return false
            }
            state.waiting += 1
            return true
        }
        if isTaken { queue.async { self.write(endpoint, answer) } }
    }

    /// Returns when all answers recorded so far are on disk.
    func settled() async {
        await withCheckedContinuation { done in queue.async { done.resume() } }
    }

    /// Waits like `settled`, and ends the recording.
    package func finish() async {
        await withCheckedContinuation { done in
            queue.async {
                self.state.withLock { $0.folder.take() }?.close()
                done.resume()
            }
        }
    }

    private func write(_ endpoint: Endpoint, _ answer: HTTPAnswer) {
        let folder = state.withLock { state in
            state.waiting -= 1
            return state.folder
        }
        // The queue is serial, so nothing else changes the folder meanwhile.
        guard var folder else { return }
        guard folder.answers < limits.answers, folder.bytes + answer.body.count <= limits.bytes else {
            return end("it is full: \(folder.answers) answers, \(folder.bytes) bytes; give --record another folder")
        }
        do {
            try folder.write(RecordedAnswer(endpoint, answer), body: endpoint.hidingKey(in: answer.body))
            let written = folder
            state.withLock { if $0.folder != nil { $0.folder = written } }
        } catch {
            end("it cannot be written: \(error)")
        }
    }

    private func end(_ reason: String) {
        let (folder, left) = state.withLock { ($0.folder.take(), $0.left) }
        folder?.close()
        logger.warning("the recording has ended", metadata: ["reason": "\(reason)", "left_out": "\(left)"])
    }
}

/// The limits of a recording.
package struct RecordingLimits: Sendable {
    /// Answers in the folder, including those of earlier runs.
    package var answers = 10_000
    package var bytes = 1 << 30
    /// How many answers may wait to be written. Further answers are not recorded.
    package var waiting = 64

    package init() {}
}
