internal import Shared

/// What a login is called in the list of the user's devices.
package struct DeviceName: Equatable, Sendable {
    package let text: String

    package static let bytesMax = 64

    /// - Returns: nil where there is nothing, or more than the server keeps.
    package init?(_ text: String) {
        guard 1...Self.bytesMax ~= text.utf8.count else { return nil }
        self.text = text
    }

    /// As much of a machine's name as there is room for. Nobody has chosen it, so that nothing is wrong with it.
    package init(host: String) {
        let text = host.prefix(bytes: Self.bytesMax)
        self.text = text.isEmpty ? "unnamed machine" : text
    }
}
