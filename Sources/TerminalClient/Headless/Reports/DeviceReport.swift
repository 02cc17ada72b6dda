package import Shared

/// Devices as a command prints them.
package struct DeviceReport: ReportRow, Sendable {
    private let id: UInt64
    private let name: String
    private let created: String
    private let used: String
    private let address: String
    private let connected: Bool
    private let own: Bool

    private enum CodingKeys: String, CodingKey, CaseIterable { case id, name, created, used, address, connected, own }

    package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

    package init(_ device: Device) {
        id = device.id.rawValue
        name = device.name
        (created, used) = (device.created.shortISO8601, device.used.shortISO8601)
        (address, connected, own) = (device.address, device.isConnected, device.isOwn)
    }

    /// A star marks this device, and a plus a device that is connected now.
    package static func text(of devices: [DeviceReport]) -> String {
        let head = ["", "ID", "LAST USE (UTC)", "ADDRESS", "NAME"]
        let rows = devices.map { device in
            let mark = device.own ? "*" : device.connected ? "+" : ""
            let address = device.address.isEmpty ? "-" : device.address
            return [mark, "\(device.id)", device.used, address, device.name].map(\.escaped)
        }
        return TextTable.text(of: [head] + rows, isText: [true, false, true, true, true])
    }
}
